import { searchEverything } from "@/lib/server/api/routes/records/search-everything-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchEverything;
