import { proposals } from "@/lib/server/api/routes/rounds/proposal-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = proposals;
