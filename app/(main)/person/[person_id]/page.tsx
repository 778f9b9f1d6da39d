import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("person");

export default recordDetailPage("person");
