import { institution } from "@/lib/records/kinds/institution";
import { similarRoutes } from "@/lib/server/api/routes/records/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(institution);
