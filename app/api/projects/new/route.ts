import { project } from "@/lib/records/project";
import { createRoutes } from "@/lib/server/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createRoutes(project);
