import { member } from "@/lib/model/kinds/member";
import { overviewRoutes } from "@/lib/features/exports/routes/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewRoutes(member);
