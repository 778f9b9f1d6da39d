import { ProjectQuickActions } from "../../projects/project-quick-actions";
import { recordDetailPage, detailTitle } from "../../record-detail-page";

export const generateMetadata = detailTitle("member");

/** For five minutes, a record is shown from the router's cache (refresh-if-changed.tsx). */
export const unstable_dynamicStaleTime = 300;

export default recordDetailPage("member", { Wrapper: ProjectQuickActions });
