import { importRefused } from "@/lib/features/imports/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = importRefused;
