import { member } from "@/lib/records/kinds/member";
import { mergeRoutes } from "@/lib/server/api/routes/records/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(member);
