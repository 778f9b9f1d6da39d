import { listPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("institution");

export default listPage("institution");
