import { person } from "@/lib/model/kinds/person";
import { spreadsheetRoutes } from "@/lib/features/exports/routes/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(person);
