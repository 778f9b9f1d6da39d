import { institution } from "@/lib/records/institution";
import { spreadsheetRoutes } from "@/lib/server/exports/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(institution);
