import { recordListPage, listTitle } from "../record-list-page";
import { finishRemedy } from "./project-quick-actions";

export const generateMetadata = listTitle("project");

export default recordListPage("project", { remedyFor: finishRemedy });
