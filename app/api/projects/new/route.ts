import { project } from "@/lib/records/kinds/project";
import { createRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createRoutes(project);
