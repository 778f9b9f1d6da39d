import { person } from "@/lib/records/kinds/person";
import { similarRoutes } from "@/lib/server/api/routes/records/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = similarRoutes(person);
