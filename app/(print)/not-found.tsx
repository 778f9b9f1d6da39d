import { MissingPage } from "@/components/layout/missing-page";

/** Shown by the print version of a list that does not exist. */
export default function NotFound() {
  return (
    <main className="p-6">
      <MissingPage />
    </main>
  );
}
