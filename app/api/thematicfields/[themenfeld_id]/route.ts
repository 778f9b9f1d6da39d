import { thematicField } from "@/lib/records/kinds/thematic-field";
import { recordRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordRoutes(thematicField);
