import { person } from "@/lib/records/kinds/person";
import { searchRoutes } from "@/lib/server/api/routes/records/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(person);
