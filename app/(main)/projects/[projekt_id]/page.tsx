import { recordDetailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("project");

export default recordDetailPage("project");
