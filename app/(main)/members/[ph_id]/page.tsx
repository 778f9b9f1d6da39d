import { ProjectQuickActions } from "../../projects/project-quick-actions";
import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("member");

export default recordDetailPage("member", { Around: ProjectQuickActions, messages: ["deadlines"] });
