import { duplicates } from "@/lib/server/duplicates/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = duplicates;
