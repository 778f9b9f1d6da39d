import { project } from "@/lib/model/kinds/project";
import { overviewPdfRoutes } from "@/lib/features/exports/routes/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(project);
