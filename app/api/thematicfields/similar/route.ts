import { thematicField } from "@/lib/model/kinds/thematic-field";
import { similarRoutes } from "@/lib/features/duplicates/routes/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(thematicField);
