import { person } from "@/lib/model/kinds/person";
import { personalDataRoutes } from "@/lib/features/personal-data/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = personalDataRoutes(person);
