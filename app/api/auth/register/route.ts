import { register } from "@/lib/server/accounts/account-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = register;
