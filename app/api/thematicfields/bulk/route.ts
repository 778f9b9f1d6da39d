import { thematicField } from "@/lib/records/kinds/thematic-field";
import { bulkRoutes } from "@/lib/server/api/routes/records/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(thematicField);
