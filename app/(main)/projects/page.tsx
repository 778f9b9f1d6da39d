import { recordListPage, listTitle } from "../record-list-page";

export const generateMetadata = listTitle("project");

export default recordListPage("project");
