import { member } from "@/lib/records/kinds/member";
import { spreadsheetRoutes } from "@/lib/server/api/routes/exchange/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(member);
