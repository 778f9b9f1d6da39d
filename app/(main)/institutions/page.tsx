import { recordListPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("institution");

export default recordListPage("institution");
