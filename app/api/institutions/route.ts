import { institution } from "@/lib/records/institution";
import { listRoutes } from "@/lib/server/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = listRoutes(institution);
