import { project } from "@/lib/records/kinds/project";
import { bulkRoutes } from "@/lib/server/api/routes/records/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(project);
