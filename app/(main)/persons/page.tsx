import { listPage, titleOf } from "../record-pages";

export const generateMetadata = titleOf("person", "many");

export default listPage("person");
