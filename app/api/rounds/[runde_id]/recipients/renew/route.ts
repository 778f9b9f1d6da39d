import { renewalOfLink } from "@/lib/features/rounds/routes/round-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = renewalOfLink;
