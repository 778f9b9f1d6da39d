import { recordDetailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("institution");

export default recordDetailPage("institution");
