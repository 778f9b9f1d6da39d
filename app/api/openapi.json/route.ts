import { apiDescription } from "@/lib/server/openapi/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiDescription;
