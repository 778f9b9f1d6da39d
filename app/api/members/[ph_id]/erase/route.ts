import { member } from "@/lib/records/member";
import { eraseRoutes } from "@/lib/server/personal-data/personal-data-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = eraseRoutes(member);
