import { member } from "@/lib/model/kinds/member";
import { similarRoutes } from "@/lib/features/duplicates/routes/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(member);
