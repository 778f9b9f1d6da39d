import { person } from "@/lib/model/kinds/person";
import { similarRoutes } from "@/lib/features/duplicates/routes/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(person);
