import { thematicField } from "@/lib/records/kinds/thematic-field";
import { listRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listRoutes(thematicField);
