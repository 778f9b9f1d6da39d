import { thematicField } from "@/lib/model/kinds/thematic-field";
import { aliasRoutes } from "@/lib/features/records/routes/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(thematicField);
