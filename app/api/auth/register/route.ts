import { registerRoutes } from "@/lib/features/accounts/routes/auth-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = registerRoutes;
