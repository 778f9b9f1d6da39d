import { listPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("person");

export default listPage("person");
