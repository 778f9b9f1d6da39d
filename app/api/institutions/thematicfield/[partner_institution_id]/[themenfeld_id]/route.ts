import { linkRoutes } from "@/lib/features/records/routes/link-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = linkRoutes("institutions/thematicfield");
