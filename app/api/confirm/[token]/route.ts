import { confirm } from "@/lib/server/api/routes/rounds/confirm-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = confirm;
