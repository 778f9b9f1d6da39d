import { thematicField } from "@/lib/records/kinds/thematic-field";
import { filterChoiceRoutes } from "@/lib/server/api/routes/records/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(thematicField);
