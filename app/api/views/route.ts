import { views } from "@/lib/server/views/view-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = views;
