import { institution } from "@/lib/records/institution";
import { recordRoutes } from "@/lib/server/record-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordRoutes(institution);
