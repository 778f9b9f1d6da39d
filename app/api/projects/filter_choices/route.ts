import { project } from "@/lib/records/project";
import { filterChoiceRoutes } from "@/lib/server/filter-choice-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = filterChoiceRoutes(project);
