import { contacts } from "@/lib/features/quality/routes";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = contacts;
