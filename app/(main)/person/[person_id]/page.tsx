import { detailPage, detailTitle } from "../../record-pages";

export const generateMetadata = detailTitle("person");

export default detailPage("person");
