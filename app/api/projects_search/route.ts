import { project } from "@/lib/records/kinds/project";
import { searchRoutes } from "@/lib/server/api/routes/records/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(project);
