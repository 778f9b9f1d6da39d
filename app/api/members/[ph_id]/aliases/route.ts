import { member } from "@/lib/records/kinds/member";
import { aliasRoutes } from "@/lib/server/api/routes/records/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(member);
