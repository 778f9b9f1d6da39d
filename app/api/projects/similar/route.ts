import { project } from "@/lib/model/kinds/project";
import { similarRoutes } from "@/lib/features/duplicates/routes/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(project);
