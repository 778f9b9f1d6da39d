import { projectDeadlines } from "@/lib/server/deadlines/deadline-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = projectDeadlines;
