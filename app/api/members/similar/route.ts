import { member } from "@/lib/records/kinds/member";
import { similarRoutes } from "@/lib/server/api/routes/records/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(member);
