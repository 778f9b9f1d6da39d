import { person } from "@/lib/model/kinds/person";
import { eraseRoutes } from "@/lib/features/personal-data/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = eraseRoutes(person);
