import { userExport } from "@/lib/server/api/routes/accounts/export-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = userExport;
