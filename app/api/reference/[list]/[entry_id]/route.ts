import { referenceEntry } from "@/lib/server/reference-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = referenceEntry;
