import { institution } from "@/lib/model/kinds/institution";
import { searchRoutes } from "@/lib/features/records/routes/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(institution);
