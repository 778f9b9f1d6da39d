import { qualityRoutes } from "@/lib/features/quality/routes";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = qualityRoutes;
