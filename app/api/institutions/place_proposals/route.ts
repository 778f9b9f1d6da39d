import { placeProposals } from "@/lib/features/places/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = placeProposals;
