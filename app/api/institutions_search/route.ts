import { institution } from "@/lib/records/kinds/institution";
import { searchRoutes } from "@/lib/server/api/routes/records/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(institution);
