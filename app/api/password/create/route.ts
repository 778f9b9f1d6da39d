import { forgotPassword } from "@/lib/server/account-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = forgotPassword;
