import { detailPage, titleOf } from "../../record-pages";

export const generateMetadata = titleOf("person", "one");

export default detailPage("person");
