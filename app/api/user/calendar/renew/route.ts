import { userCalendarRenewal } from "@/lib/server/calendar/calendar-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = userCalendarRenewal;
