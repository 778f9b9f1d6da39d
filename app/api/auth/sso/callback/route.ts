import { singleSignOnCallback } from "@/lib/server/api/routes/accounts/sso-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = singleSignOnCallback;
