import { institution } from "@/lib/records/kinds/institution";
import { recordRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordRoutes(institution);
