import { historyEntries } from "@/lib/server/api/routes/records/history-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = historyEntries;
