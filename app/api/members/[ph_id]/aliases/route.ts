import { member } from "@/lib/model/kinds/member";
import { aliasRoutes } from "@/lib/features/records/routes/alias-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = aliasRoutes(member);
