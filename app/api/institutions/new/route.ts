import { institution } from "@/lib/model/kinds/institution";
import { createRoutes } from "@/lib/features/records/routes/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createRoutes(institution);
