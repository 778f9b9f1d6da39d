import { person } from "@/lib/model/kinds/person";
import { filterChoiceRoutes } from "@/lib/features/records/routes/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(person);
