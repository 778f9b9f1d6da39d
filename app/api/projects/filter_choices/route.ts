import { project } from "@/lib/records/kinds/project";
import { filterChoiceRoutes } from "@/lib/server/api/routes/records/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(project);
