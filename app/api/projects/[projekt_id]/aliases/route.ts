import { project } from "@/lib/records/kinds/project";
import { aliasRoutes } from "@/lib/server/api/routes/records/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(project);
