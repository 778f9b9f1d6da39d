import { detailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("member");

export default detailPage("member");
