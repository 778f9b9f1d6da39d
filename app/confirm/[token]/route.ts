import { confirmPage } from "@/lib/features/rounds/routes/confirm-page-route";

export { confirmPage as GET, confirmPage as HEAD };
