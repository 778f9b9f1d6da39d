import { contacts } from "@/lib/server/api/routes/records/quality-routes";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = contacts;
