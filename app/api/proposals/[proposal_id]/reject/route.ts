import { proposalRejection } from "@/lib/server/api/routes/rounds/proposal-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = proposalRejection;
