import { institution } from "@/lib/records/institution";
import { aliasRoutes } from "@/lib/server/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(institution);
