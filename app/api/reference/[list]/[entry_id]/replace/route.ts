import { referenceReplace } from "@/lib/server/reference-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = referenceReplace;
