import { linkRoutes } from "@/lib/server/api/routes/records/link-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = linkRoutes("institutions/persons");
