import { institution } from "@/lib/records/institution";
import { searchRoutes } from "@/lib/server/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchRoutes(institution);
