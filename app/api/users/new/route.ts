import { newAccount } from "@/lib/server/api/routes/accounts/administration-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = newAccount;
