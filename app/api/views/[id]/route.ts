import { oneView } from "@/lib/server/api/routes/records/view-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = oneView;
