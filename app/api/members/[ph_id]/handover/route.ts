import { member } from "@/lib/model/kinds/member";
import { handOverRoutes } from "@/lib/features/records/routes/hand-over-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = handOverRoutes(member);
