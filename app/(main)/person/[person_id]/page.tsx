import { ProjectQuickActions } from "../../projects/project-quick-actions";
import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("person");

export default recordDetailPage("person", { Around: ProjectQuickActions, messages: ["deadlines"] });
