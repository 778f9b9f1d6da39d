import { calendarFeed } from "@/lib/server/api/routes/deadlines/calendar-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = calendarFeed;
