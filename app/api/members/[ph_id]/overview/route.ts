import { member } from "@/lib/records/kinds/member";
import { overviewRoutes } from "@/lib/server/api/routes/records/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewRoutes(member);
