import { project } from "@/lib/model/kinds/project";
import { aliasRoutes } from "@/lib/features/records/routes/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(project);
