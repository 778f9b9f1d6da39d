import { listPage, titleOf } from "../record-pages";

export const generateMetadata = titleOf("institution", "many");

export default listPage("institution");
