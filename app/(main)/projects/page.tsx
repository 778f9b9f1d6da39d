import { recordListPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("project");

export default recordListPage("project");
