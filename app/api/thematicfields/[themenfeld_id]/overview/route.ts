import { thematicField } from "@/lib/model/kinds/thematic-field";
import { overviewRoutes } from "@/lib/features/exports/routes/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewRoutes(thematicField);
