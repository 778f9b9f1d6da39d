import { institution } from "@/lib/model/kinds/institution";
import { spreadsheetRoutes } from "@/lib/features/exports/routes/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(institution);
