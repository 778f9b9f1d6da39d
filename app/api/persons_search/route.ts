import { person } from "@/lib/records/person";
import { searchRoutes } from "@/lib/server/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(person);
