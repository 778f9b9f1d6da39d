import { project } from "@/lib/records/kinds/project";
import { mergeRoutes } from "@/lib/server/api/routes/records/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(project);
