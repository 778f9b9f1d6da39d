import { importRun } from "@/lib/server/api/routes/exchange/import-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = importRun;
