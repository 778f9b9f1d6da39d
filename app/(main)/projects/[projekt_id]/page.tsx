import { recordDetailPage, detailTitle } from "../../record-detail-page";
import { ProjectDeadlines } from "../project-deadlines";

export const generateMetadata = detailTitle("project");

/** For five minutes, a record is shown from the router's cache (refresh-if-changed.tsx). */
export const unstable_dynamicStaleTime = 300;

export default recordDetailPage("project", { FactsPanel: ProjectDeadlines });
