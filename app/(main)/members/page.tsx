import { listPage, titleOf } from "../record-pages";

export const generateMetadata = titleOf("member", "many");

export default listPage("member");
