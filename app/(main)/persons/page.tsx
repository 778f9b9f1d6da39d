import { recordListPage, listTitle } from "../record-list-page";

export const generateMetadata = listTitle("person");

export default recordListPage("person");
