import { detailPage, titleOf } from "../../record-pages";

export const generateMetadata = titleOf("member", "one");

export default detailPage("member");
