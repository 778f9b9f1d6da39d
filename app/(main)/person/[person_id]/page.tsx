import { recordDetailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("person");

export default recordDetailPage("person");
