import { detailPage, titleOf } from "../../record-pages";

export const generateMetadata = titleOf("thematicField", "one");

export default detailPage("thematicField");
