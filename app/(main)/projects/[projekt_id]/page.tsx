import { detailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("project");

export default detailPage("project");
