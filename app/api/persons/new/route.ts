import { person } from "@/lib/records/kinds/person";
import { createRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createRoutes(person);
