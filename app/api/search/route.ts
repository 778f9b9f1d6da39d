import { searchEverythingRoutes } from "@/lib/features/records/routes/search-everything-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchEverythingRoutes;
