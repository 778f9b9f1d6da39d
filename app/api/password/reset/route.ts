import { passwordReset } from "@/lib/server/api/routes/accounts/auth-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = passwordReset;
