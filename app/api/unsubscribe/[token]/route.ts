import { unsubscribe } from "@/lib/features/deadlines/routes/unsubscribe-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unsubscribe;
