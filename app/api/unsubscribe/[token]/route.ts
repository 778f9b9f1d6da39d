import { unsubscribe } from "@/lib/server/api/routes/deadlines/unsubscribe-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unsubscribe;
