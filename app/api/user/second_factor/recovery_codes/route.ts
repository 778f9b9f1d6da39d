import { recoveryCodes } from "@/lib/features/accounts/routes/second-factor-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recoveryCodes;
