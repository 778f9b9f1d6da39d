import { userPassword } from "@/lib/features/accounts/routes/user-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = userPassword;
