import { recordListPage, listTitle } from "../record-list-page";
import { ProjectRemedies } from "./project-remedies";

export const generateMetadata = listTitle("project");

export default recordListPage("project", { Around: ProjectRemedies, namespaces: ["deadlines"] });
