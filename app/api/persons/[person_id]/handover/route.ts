import { person } from "@/lib/model/kinds/person";
import { handOverRoutes } from "@/lib/features/records/routes/hand-over-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = handOverRoutes(person);
