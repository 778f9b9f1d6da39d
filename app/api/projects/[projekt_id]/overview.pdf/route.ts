import { project } from "@/lib/records/kinds/project";
import { overviewPdfRoutes } from "@/lib/server/api/routes/records/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(project);
