import { recordListPage, listTitle } from "../record-list-page";

export const generateMetadata = listTitle("member");

export default recordListPage("member");
