import { linkRoutes } from "@/lib/server/link-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = linkRoutes("institutions/thematicfield");
