import { recordListPage, listTitle } from "../record-list-page";
import { FINISH_MESSAGES } from "@/components/deadlines/finish-messages";
import { finishRemedy } from "./project-quick-actions";

export const generateMetadata = listTitle("project");

export default recordListPage("project", { remedyFor: finishRemedy, messages: FINISH_MESSAGES });
