import { institution } from "@/lib/model/kinds/institution";
import { mergeRoutes } from "@/lib/features/duplicates/routes/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(institution);
