import { secondFactor } from "@/lib/server/api/routes/accounts/second-factor-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = secondFactor;
