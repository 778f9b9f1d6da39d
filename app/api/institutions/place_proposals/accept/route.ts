import { placeProposalsAcceptance } from "@/lib/features/places/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = placeProposalsAcceptance;
