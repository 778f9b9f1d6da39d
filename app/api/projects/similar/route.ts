import { project } from "@/lib/records/kinds/project";
import { similarRoutes } from "@/lib/server/api/routes/records/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(project);
