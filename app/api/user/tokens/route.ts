import { userTokens } from "@/lib/server/accounts/user-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = userTokens;
