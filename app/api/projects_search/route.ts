import { project } from "@/lib/model/kinds/project";
import { searchRoutes } from "@/lib/features/records/routes/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(project);
