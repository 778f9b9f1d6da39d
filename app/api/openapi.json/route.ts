import { apiDescription } from "@/lib/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = apiDescription;
