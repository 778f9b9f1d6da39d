import { MissingPage } from "@/components/layout/missing-page";

/** Shown inside the app's layout by pages of records, accounts or imports that do not exist. */
export default function NotFound() {
  return <MissingPage />;
}
