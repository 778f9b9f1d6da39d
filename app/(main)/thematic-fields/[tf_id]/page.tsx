import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("thematicField");

export default recordDetailPage("thematicField");
