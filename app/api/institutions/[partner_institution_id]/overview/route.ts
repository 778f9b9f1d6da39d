import { institution } from "@/lib/model/kinds/institution";
import { overviewRoutes } from "@/lib/features/exports/routes/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewRoutes(institution);
