/** First tab stop of a page: skips the navigation. */
export function SkipLink({ text }: { text: string }) {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-70 -translate-y-20 rounded-md bg-ink px-3 py-2 font-semibold text-paper focus:translate-y-0 print:hidden"
    >
      {text}
    </a>
  );
}
