import { globalData } from "@/lib/server/system-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = globalData;
