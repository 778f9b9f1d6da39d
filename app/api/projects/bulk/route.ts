import { project } from "@/lib/model/kinds/project";
import { bulkRoutes } from "@/lib/features/records/routes/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(project);
