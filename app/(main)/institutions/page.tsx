import { recordListPage, listTitle } from "../record-list-page";

export const generateMetadata = listTitle("institution");

export default recordListPage("institution");
