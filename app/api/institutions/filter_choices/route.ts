import { institution } from "@/lib/records/institution";
import { filterChoiceRoutes } from "@/lib/server/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(institution);
