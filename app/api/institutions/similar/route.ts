import { institution } from "@/lib/model/kinds/institution";
import { similarRoutes } from "@/lib/features/duplicates/routes/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(institution);
