import { institution } from "@/lib/records/kinds/institution";
import { overviewRoutes } from "@/lib/server/api/routes/records/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewRoutes(institution);
