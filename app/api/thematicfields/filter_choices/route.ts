import { thematicField } from "@/lib/model/kinds/thematic-field";
import { filterChoiceRoutes } from "@/lib/features/records/routes/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(thematicField);
