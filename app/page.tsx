import { redirect } from "next/navigation";
import { HOME_PATH } from "@/lib/model/own-path";

/** Redirects to the dashboard (spec §2). */
export default function RootPage() {
  redirect(HOME_PATH);
}
