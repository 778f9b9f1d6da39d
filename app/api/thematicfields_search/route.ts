import { thematicField } from "@/lib/records/kinds/thematic-field";
import { searchRoutes } from "@/lib/server/api/routes/records/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(thematicField);
