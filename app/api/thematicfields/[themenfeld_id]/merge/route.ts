import { thematicField } from "@/lib/model/kinds/thematic-field";
import { mergeRoutes } from "@/lib/features/duplicates/routes/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(thematicField);
