import { recordListPage, listTitle } from "../record-list-page";
import { finishActionFor } from "./finish-action";

export const generateMetadata = listTitle("project");

export default recordListPage("project", { quickActionFor: finishActionFor });
