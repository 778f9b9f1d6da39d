import { detailPage, titleOf } from "../../record-pages";

export const generateMetadata = titleOf("project", "one");

export default detailPage("project");
