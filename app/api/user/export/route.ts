import { userExport } from "@/lib/features/accounts/routes/export-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = userExport;
