import { project } from "@/lib/model/kinds/project";
import { recordFileRoutes } from "@/lib/features/files/routes/record-file-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordFileRoutes(project);
