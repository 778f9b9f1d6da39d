import { member } from "@/lib/records/member";
import { spreadsheetRoutes } from "@/lib/server/exports/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(member);
