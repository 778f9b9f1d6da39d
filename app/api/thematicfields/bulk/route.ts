import { thematicField } from "@/lib/model/kinds/thematic-field";
import { bulkRoutes } from "@/lib/features/records/routes/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(thematicField);
