import { thematicField } from "@/lib/model/kinds/thematic-field";
import { overviewPdfRoutes } from "@/lib/features/exports/routes/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(thematicField);
