import { thematicField } from "@/lib/records/thematic-field";
import { filterChoiceRoutes } from "@/lib/server/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(thematicField);
