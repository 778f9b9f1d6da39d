import { referenceCreate } from "@/lib/server/api/routes/records/reference-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = referenceCreate;
