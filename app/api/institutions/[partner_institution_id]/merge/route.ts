import { institution } from "@/lib/records/kinds/institution";
import { mergeRoutes } from "@/lib/server/api/routes/records/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(institution);
