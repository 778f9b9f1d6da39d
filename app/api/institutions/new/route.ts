import { institution } from "@/lib/records/kinds/institution";
import { createRoutes } from "@/lib/server/api/routes/records/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createRoutes(institution);
