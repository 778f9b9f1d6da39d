import { recordListPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("member");

export default recordListPage("member");
