import { person } from "@/lib/records/person";
import { eraseRoutes } from "@/lib/server/personal-data/personal-data-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = eraseRoutes(person);
