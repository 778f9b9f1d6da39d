import { member } from "@/lib/model/kinds/member";
import { mergeRoutes } from "@/lib/features/duplicates/routes/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(member);
