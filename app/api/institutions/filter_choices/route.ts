import { institution } from "@/lib/model/kinds/institution";
import { filterChoiceRoutes } from "@/lib/features/records/routes/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(institution);
