import { userTokens } from "@/lib/features/accounts/routes/user-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = userTokens;
