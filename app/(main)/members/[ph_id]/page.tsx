import { ProjectQuickActions } from "../../projects/project-quick-actions";
import { FINISH_MESSAGES } from "@/components/deadlines/finish-messages";
import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("member");

export default recordDetailPage("member", { Around: ProjectQuickActions, messages: FINISH_MESSAGES });
