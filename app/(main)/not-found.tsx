import { MissingPage } from "@/components/layout/missing-page";

/** Shown inside the app's layout by pages whose account, import or merge does not exist. */
export default function NotFound() {
  return <MissingPage />;
}
