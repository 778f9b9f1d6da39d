import { project } from "@/lib/model/kinds/project";
import { responsibleRoutes } from "@/lib/features/records/routes/responsible-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = responsibleRoutes(project);
