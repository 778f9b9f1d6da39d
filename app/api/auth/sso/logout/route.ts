import { singleSignOnLogout } from "@/lib/server/accounts/sso/sso-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = singleSignOnLogout;
