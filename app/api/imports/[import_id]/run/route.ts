import { importRun } from "@/lib/server/imports/import-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = importRun;
