import { listPage, titleOf } from "../record-pages";

export const generateMetadata = titleOf("project", "many");

export default listPage("project");
