import { person } from "@/lib/records/kinds/person";
import { eraseRoutes } from "@/lib/server/api/routes/accounts/personal-data-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = eraseRoutes(person);
