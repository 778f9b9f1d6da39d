import { person } from "@/lib/records/kinds/person";
import { personalDataRoutes } from "@/lib/server/api/routes/accounts/personal-data-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = personalDataRoutes(person);
