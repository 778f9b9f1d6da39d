import { globalDataRoutes } from "@/lib/features/operations/routes/system-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = globalDataRoutes;
