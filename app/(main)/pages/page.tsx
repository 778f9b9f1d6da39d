import { redirect } from "next/navigation";

/** Redirects to the account page (spec §2). */
export default function PagesPage() {
  redirect("/pages/user");
}
