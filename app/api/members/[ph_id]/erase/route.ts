import { member } from "@/lib/records/kinds/member";
import { eraseRoutes } from "@/lib/server/api/routes/accounts/personal-data-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = eraseRoutes(member);
