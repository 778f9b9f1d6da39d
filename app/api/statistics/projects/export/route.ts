import { statisticsExport } from "@/lib/features/exports/routes/statistics-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = statisticsExport;
