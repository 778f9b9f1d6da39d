import { projectDeadlines } from "@/lib/features/deadlines/routes/deadline-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = projectDeadlines;
