import { person } from "@/lib/records/kinds/person";
import { overviewRoutes } from "@/lib/server/api/routes/records/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewRoutes(person);
