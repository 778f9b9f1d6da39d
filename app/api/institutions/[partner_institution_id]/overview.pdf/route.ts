import { institution } from "@/lib/model/kinds/institution";
import { overviewPdfRoutes } from "@/lib/features/exports/routes/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(institution);
