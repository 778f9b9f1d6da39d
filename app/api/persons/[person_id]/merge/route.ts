import { person } from "@/lib/records/kinds/person";
import { mergeRoutes } from "@/lib/server/api/routes/records/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(person);
