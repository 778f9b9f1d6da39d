import { project } from "@/lib/model/kinds/project";
import { mergeRoutes } from "@/lib/features/duplicates/routes/merge-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mergeRoutes(project);
