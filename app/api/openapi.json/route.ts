import { apiDescription } from "@/lib/server/api/routes/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiDescription;
