const TEXT =
  "mt-5 [overflow-wrap:anywhere] [&_h2]:mt-8 [&_h2]:mb-2 [&_h2]:text-xl [&_h2]:font-bold [&_h3]:mt-6 [&_h3]:mb-1 [&_h3]:font-bold " +
  "[&_p]:my-3 [&_ul]:my-3 [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:my-3 [&_ol]:list-decimal [&_ol]:pl-5 [&_li]:my-1.5 " +
  "[&_a]:font-medium [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-3 [&_a:hover]:text-accent-strong " +
  "[&_blockquote]:my-5 [&_blockquote]:rounded-md [&_blockquote]:border [&_blockquote]:border-warning/35 [&_blockquote]:bg-warning-soft [&_blockquote]:px-4 [&_blockquote]:py-1 " +
  "[&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:text-[0.925em] [&_hr]:my-6 [&_hr]:border-line " +
  "[&_table]:my-4 [&_th]:border-b [&_th]:border-line-strong [&_th]:py-1 [&_th]:pr-4 [&_th]:text-left [&_td]:border-b [&_td]:border-line [&_td]:py-1 [&_td]:pr-4 [&_td]:align-top";

/**
 * Renders a long text.
 * @param html HTML that the server rendered from Markdown; raw HTML in the Markdown is not passed
 * on
 */
export function Prose({ html }: { html: string }) {
  return <div className={TEXT} dangerouslySetInnerHTML={{ __html: html }} />;
}
