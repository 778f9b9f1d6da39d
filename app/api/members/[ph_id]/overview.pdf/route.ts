import { member } from "@/lib/model/kinds/member";
import { overviewPdfRoutes } from "@/lib/features/exports/routes/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(member);
