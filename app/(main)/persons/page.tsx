import { recordListPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("person");

export default recordListPage("person");
