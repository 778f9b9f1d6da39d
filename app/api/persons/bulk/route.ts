import { person } from "@/lib/model/kinds/person";
import { bulkRoutes } from "@/lib/features/records/routes/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(person);
