import { recordListPage, listTitle } from "../record-list-page";
import { projectRemedies } from "./project-remedies";

export const generateMetadata = listTitle("project");

export default recordListPage("project", { remediesOf: projectRemedies, namespaces: ["deadlines"] });
