import { member } from "@/lib/records/kinds/member";
import { overviewPdfRoutes } from "@/lib/server/api/routes/records/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(member);
