import { quality } from "@/lib/server/quality/quality-routes";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = quality;
