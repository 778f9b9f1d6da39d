import { project } from "@/lib/records/kinds/project";
import { recordRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordRoutes(project);
