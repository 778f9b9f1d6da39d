import { member } from "@/lib/model/kinds/member";
import { spreadsheetRoutes } from "@/lib/features/exports/routes/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(member);
