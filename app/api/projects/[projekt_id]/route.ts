import { project } from "@/lib/model/kinds/project";
import { recordRoutes } from "@/lib/features/records/routes/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordRoutes(project);
