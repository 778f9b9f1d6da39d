import { detailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("institution");

export default detailPage("institution");
