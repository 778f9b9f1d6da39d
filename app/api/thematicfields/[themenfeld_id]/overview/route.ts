import { thematicField } from "@/lib/records/kinds/thematic-field";
import { overviewRoutes } from "@/lib/server/api/routes/records/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewRoutes(thematicField);
