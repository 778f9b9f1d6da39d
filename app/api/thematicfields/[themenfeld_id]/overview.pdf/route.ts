import { thematicField } from "@/lib/records/kinds/thematic-field";
import { overviewPdfRoutes } from "@/lib/server/api/routes/records/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(thematicField);
