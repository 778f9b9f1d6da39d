import { person } from "@/lib/records/kinds/person";
import { spreadsheetRoutes } from "@/lib/server/api/routes/exchange/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(person);
