import { person } from "@/lib/records/kinds/person";
import { aliasRoutes } from "@/lib/server/api/routes/records/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(person);
