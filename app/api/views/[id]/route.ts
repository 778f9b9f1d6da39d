import { oneView } from "@/lib/server/views/view-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = oneView;
