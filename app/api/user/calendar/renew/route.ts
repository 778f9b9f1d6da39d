import { userCalendarRenewal } from "@/lib/features/deadlines/routes/calendar-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = userCalendarRenewal;
