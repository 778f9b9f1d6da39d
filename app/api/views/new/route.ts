import { newView } from "@/lib/features/views/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = newView;
