import { unsubscribe } from "@/lib/server/digests/unsubscribe-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unsubscribe;
