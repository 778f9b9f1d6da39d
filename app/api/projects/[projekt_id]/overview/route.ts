import { project } from "@/lib/records/kinds/project";
import { overviewRoutes } from "@/lib/server/api/routes/records/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewRoutes(project);
