import { login } from "@/lib/server/accounts/account-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = login;
