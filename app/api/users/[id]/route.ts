import { oneOfAccounts } from "@/lib/server/accounts/administration-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = oneOfAccounts;
