import { ProjectQuickActions } from "../../projects/project-quick-actions";
import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("institution");

export default recordDetailPage("institution", { Around: ProjectQuickActions, messages: ["deadlines"] });
