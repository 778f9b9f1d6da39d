import { project } from "@/lib/records/project";
import { overviewPdfRoutes } from "@/lib/server/exports/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(project);
