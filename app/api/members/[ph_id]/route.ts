import { member } from "@/lib/model/kinds/member";
import { recordRoutes } from "@/lib/features/records/routes/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordRoutes(member);
