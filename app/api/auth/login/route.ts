import { login } from "@/lib/server/accounts/auth-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = login;
