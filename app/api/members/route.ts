import { member } from "@/lib/model/kinds/member";
import { listRoutes } from "@/lib/features/records/routes/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listRoutes(member);
