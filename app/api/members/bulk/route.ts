import { member } from "@/lib/model/kinds/member";
import { bulkRoutes } from "@/lib/features/records/routes/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(member);
