import { confirmPage } from "@/lib/server/api/routes/rounds/confirm-page-route";

export { confirmPage as GET, confirmPage as HEAD };
