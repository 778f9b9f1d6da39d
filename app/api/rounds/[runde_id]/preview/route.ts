import { roundPreview } from "@/lib/server/api/routes/rounds/round-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = roundPreview;
