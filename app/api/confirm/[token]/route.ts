import { confirm } from "@/lib/features/rounds/routes/confirm-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = confirm;
