import { recordDetailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("member");

export default recordDetailPage("member");
