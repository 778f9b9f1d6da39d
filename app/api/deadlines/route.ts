import { deadlines } from "@/lib/server/api/routes/deadlines/deadline-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = deadlines;
