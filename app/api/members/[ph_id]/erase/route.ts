import { member } from "@/lib/model/kinds/member";
import { eraseRoutes } from "@/lib/features/personal-data/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = eraseRoutes(member);
