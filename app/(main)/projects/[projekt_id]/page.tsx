import { recordDetailPage, detailTitle } from "../../record-detail-page";
import { ProjectDeadlines } from "../project-deadlines";

export const generateMetadata = detailTitle("project");

export default recordDetailPage("project", { Standing: ProjectDeadlines, messages: ["deadlines"] });
