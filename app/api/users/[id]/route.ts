import { oneOfAccounts } from "@/lib/features/accounts/routes/administration-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = oneOfAccounts;
