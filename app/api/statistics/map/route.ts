import { statisticsMapRoutes } from "@/lib/features/statistics/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = statisticsMapRoutes;
