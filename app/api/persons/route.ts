import { person } from "@/lib/records/kinds/person";
import { listRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listRoutes(person);
