import { listPage, listTitle } from "../record-pages";

export const generateMetadata = listTitle("thematicField");

export default listPage("thematicField");
