import { recordListPage, listTitle } from "../record-list-page";
import { finishActionFor } from "./project-quick-actions";

export const generateMetadata = listTitle("project");

export default recordListPage("project", { quickActionFor: finishActionFor });
