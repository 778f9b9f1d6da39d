import { ProjectQuickActions } from "../../projects/project-quick-actions";
import { FINISH_MESSAGES } from "@/components/deadlines/finish-messages";
import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("institution");

export default recordDetailPage("institution", { Around: ProjectQuickActions, messages: FINISH_MESSAGES });
