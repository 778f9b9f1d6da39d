import { recordListPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("thematicField");

export default recordListPage("thematicField");
