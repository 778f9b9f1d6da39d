import { referenceBatch } from "@/lib/features/reference-lists/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = referenceBatch;
