import { thematicField } from "@/lib/model/kinds/thematic-field";
import { searchRoutes } from "@/lib/features/records/routes/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(thematicField);
