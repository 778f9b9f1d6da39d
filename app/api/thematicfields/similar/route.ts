import { thematicField } from "@/lib/records/kinds/thematic-field";
import { similarRoutes } from "@/lib/server/api/routes/records/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(thematicField);
