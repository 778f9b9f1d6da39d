import { listPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("project");

export default listPage("project");
