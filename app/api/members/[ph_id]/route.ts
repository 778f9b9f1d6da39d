import { member } from "@/lib/records/member";
import { recordRoutes } from "@/lib/server/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordRoutes(member);
