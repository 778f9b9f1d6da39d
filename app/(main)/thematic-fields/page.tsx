import { recordListPage, listTitle } from "../record-list-page";

export const generateMetadata = listTitle("thematicField");

export default recordListPage("thematicField");
