import { views } from "@/lib/features/views/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = views;
