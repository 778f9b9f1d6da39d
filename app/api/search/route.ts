import { searchEverything } from "@/lib/server/search-everything-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = searchEverything;
