import { institution } from "@/lib/model/kinds/institution";
import { recordFileRoutes } from "@/lib/features/files/routes/record-file-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordFileRoutes(institution);
