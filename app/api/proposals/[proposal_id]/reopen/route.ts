import { proposalReopening } from "@/lib/features/rounds/routes/proposal-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = proposalReopening;
