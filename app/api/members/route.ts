import { member } from "@/lib/records/kinds/member";
import { listRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listRoutes(member);
