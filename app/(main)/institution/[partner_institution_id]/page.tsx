import { detailPage, titleOf } from "../../record-pages";

export const generateMetadata = titleOf("institution", "one");

export default detailPage("institution");
