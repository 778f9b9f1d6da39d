import { historyEntries } from "@/lib/features/history/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = historyEntries;
