import { institution } from "@/lib/records/kinds/institution";
import { spreadsheetRoutes } from "@/lib/server/api/routes/exchange/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(institution);
