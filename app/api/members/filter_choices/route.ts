import { member } from "@/lib/records/kinds/member";
import { filterChoiceRoutes } from "@/lib/server/api/routes/records/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(member);
