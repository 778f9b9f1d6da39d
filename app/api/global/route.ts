import { globalData } from "@/lib/server/api/routes/operations/system-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = globalData;
