import { recordDetailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("thematicField");

export default recordDetailPage("thematicField");
