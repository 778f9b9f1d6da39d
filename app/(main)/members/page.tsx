import { listPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("member");

export default listPage("member");
