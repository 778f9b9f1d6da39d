import { userExport } from "@/lib/server/accounts/export-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = userExport;
