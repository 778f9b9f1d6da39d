import { member } from "@/lib/records/kinds/member";
import { searchRoutes } from "@/lib/server/api/routes/records/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(member);
