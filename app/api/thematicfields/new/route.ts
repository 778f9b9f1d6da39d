import { thematicField } from "@/lib/model/kinds/thematic-field";
import { createRoutes } from "@/lib/features/records/routes/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createRoutes(thematicField);
