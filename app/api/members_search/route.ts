import { member } from "@/lib/records/member";
import { searchRoutes } from "@/lib/server/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(member);
