import { person } from "@/lib/model/kinds/person";
import { searchRoutes } from "@/lib/features/records/routes/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(person);
