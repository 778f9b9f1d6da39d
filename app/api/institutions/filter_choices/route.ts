import { institution } from "@/lib/records/kinds/institution";
import { filterChoiceRoutes } from "@/lib/server/api/routes/records/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(institution);
