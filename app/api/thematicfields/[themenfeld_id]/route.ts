import { thematicField } from "@/lib/records/thematic-field";
import { recordRoutes } from "@/lib/server/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordRoutes(thematicField);
