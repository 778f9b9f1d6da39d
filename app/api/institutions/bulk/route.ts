import { institution } from "@/lib/records/kinds/institution";
import { bulkRoutes } from "@/lib/server/api/routes/records/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(institution);
