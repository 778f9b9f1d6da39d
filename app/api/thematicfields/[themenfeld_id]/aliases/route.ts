import { thematicField } from "@/lib/records/thematic-field";
import { aliasRoutes } from "@/lib/server/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(thematicField);
