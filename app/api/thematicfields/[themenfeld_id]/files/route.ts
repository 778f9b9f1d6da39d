import { thematicField } from "@/lib/model/kinds/thematic-field";
import { recordFileRoutes } from "@/lib/features/files/routes/record-file-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordFileRoutes(thematicField);
