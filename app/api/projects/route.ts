import { project } from "@/lib/records/kinds/project";
import { listRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listRoutes(project);
