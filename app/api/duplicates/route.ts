import { duplicates } from "@/lib/features/duplicates/routes/duplicate-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = duplicates;
