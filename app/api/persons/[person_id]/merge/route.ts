import { person } from "@/lib/model/kinds/person";
import { mergeRoutes } from "@/lib/features/duplicates/routes/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(person);
