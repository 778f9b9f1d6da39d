import { ProjectQuickActions } from "../../projects/project-remedies";
import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("institution");

export default recordDetailPage("institution", { Around: ProjectQuickActions, namespaces: ["deadlines"] });
