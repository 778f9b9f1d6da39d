import { member } from "@/lib/model/kinds/member";
import { personalDataRoutes } from "@/lib/features/personal-data/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = personalDataRoutes(member);
