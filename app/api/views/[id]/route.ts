import { oneView } from "@/lib/features/views/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = oneView;
