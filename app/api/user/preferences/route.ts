import { userPreferences } from "@/lib/server/api/routes/accounts/user-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = userPreferences;
