import { institution } from "@/lib/model/kinds/institution";
import { bulkRoutes } from "@/lib/features/records/routes/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(institution);
