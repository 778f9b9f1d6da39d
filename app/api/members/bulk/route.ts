import { member } from "@/lib/records/kinds/member";
import { bulkRoutes } from "@/lib/server/api/routes/records/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(member);
