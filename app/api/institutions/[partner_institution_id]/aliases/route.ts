import { institution } from "@/lib/model/kinds/institution";
import { aliasRoutes } from "@/lib/features/records/routes/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(institution);
