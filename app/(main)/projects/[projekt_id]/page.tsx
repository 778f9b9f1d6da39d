import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("project");

export default recordDetailPage("project");
