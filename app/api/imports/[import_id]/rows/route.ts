import { importRowsRoutes } from "@/lib/features/imports/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = importRowsRoutes;
