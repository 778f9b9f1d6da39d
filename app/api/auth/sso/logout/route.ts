import { singleSignOnLogout } from "@/lib/features/accounts/routes/sso-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = singleSignOnLogout;
