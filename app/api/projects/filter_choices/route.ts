import { project } from "@/lib/records/project";
import { filterChoiceRoutes } from "@/lib/server/api/routes/records/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(project);
