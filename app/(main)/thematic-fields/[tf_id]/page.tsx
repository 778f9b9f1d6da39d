import { detailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("thematicField");

export default detailPage("thematicField");
