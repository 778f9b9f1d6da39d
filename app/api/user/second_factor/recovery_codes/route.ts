import { recoveryCodes } from "@/lib/server/accounts/second-factor-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recoveryCodes;
