import { thematicField } from "@/lib/records/thematic-field";
import { searchRoutes } from "@/lib/server/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(thematicField);
