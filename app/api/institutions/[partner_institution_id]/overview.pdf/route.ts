import { institution } from "@/lib/records/kinds/institution";
import { overviewPdfRoutes } from "@/lib/server/api/routes/records/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(institution);
