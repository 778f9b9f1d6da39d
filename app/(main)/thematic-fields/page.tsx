import { listPage, titleOf } from "../record-pages";

export const generateMetadata = titleOf("thematicField", "many");

export default listPage("thematicField");
