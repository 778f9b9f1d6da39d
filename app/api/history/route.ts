import { history } from "@/lib/server/history/history-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = history;
