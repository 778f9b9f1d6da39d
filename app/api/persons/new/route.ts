import { person } from "@/lib/model/kinds/person";
import { createRoutes } from "@/lib/features/records/routes/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createRoutes(person);
