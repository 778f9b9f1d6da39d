import { thematicField } from "@/lib/records/kinds/thematic-field";
import { aliasRoutes } from "@/lib/server/api/routes/records/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(thematicField);
