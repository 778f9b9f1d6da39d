import { institution } from "@/lib/model/kinds/institution";
import { listRoutes } from "@/lib/features/records/routes/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listRoutes(institution);
