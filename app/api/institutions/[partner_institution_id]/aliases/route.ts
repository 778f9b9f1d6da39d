import { institution } from "@/lib/records/kinds/institution";
import { aliasRoutes } from "@/lib/server/api/routes/records/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(institution);
