import { thematicField } from "@/lib/records/kinds/thematic-field";
import { mergeRoutes } from "@/lib/server/api/routes/records/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(thematicField);
