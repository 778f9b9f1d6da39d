import { person } from "@/lib/records/kinds/person";
import { bulkRoutes } from "@/lib/server/api/routes/records/bulk-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bulkRoutes(person);
