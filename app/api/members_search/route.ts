import { member } from "@/lib/model/kinds/member";
import { searchRoutes } from "@/lib/features/records/routes/search-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(member);
