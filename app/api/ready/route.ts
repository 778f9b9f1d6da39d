import { ready } from "@/lib/server/system-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = ready;
