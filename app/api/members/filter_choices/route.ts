import { member } from "@/lib/model/kinds/member";
import { filterChoiceRoutes } from "@/lib/features/records/routes/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(member);
