import { project } from "@/lib/model/kinds/project";
import { filterChoiceRoutes } from "@/lib/features/records/routes/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(project);
