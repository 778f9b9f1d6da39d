import { member } from "@/lib/records/member";
import { filterChoiceRoutes } from "@/lib/server/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(member);
