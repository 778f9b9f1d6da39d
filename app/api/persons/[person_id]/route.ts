import { person } from "@/lib/records/kinds/person";
import { recordRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordRoutes(person);
