import { project } from "@/lib/records/project";
import { aliasRoutes } from "@/lib/server/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(project);
