import { person } from "@/lib/model/kinds/person";
import { aliasRoutes } from "@/lib/features/records/routes/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(person);
