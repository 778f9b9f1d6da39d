import { recordListPage, listTitle } from "../record-list-page";
import { ProjectQuickActions } from "./project-quick-actions";

export const generateMetadata = listTitle("project");

export default recordListPage("project", { Around: ProjectQuickActions, namespaces: ["deadlines"] });
