import { groupBy } from "@/lib/model/pure/group-by";
import type { TextMark } from "./find-quote";

/** Returns the text of a span as nodes, with the parts of its marks in `mark` elements. */
function markedNodes(text: string, marks: readonly TextMark[]): (string | HTMLElement)[] {
  const nodes: (string | HTMLElement)[] = [];
  let at = 0;
  for (const { start, end } of marks) {
    const mark = document.createElement("mark");
    mark.append(text.slice(start, end));
    nodes.push(text.slice(at, start), mark);
    at = end;
  }
  return [...nodes, text.slice(at)];
}

/**
 * Marks parts of a page's text.
 * @param spans the elements of the text's items (`drawText`)
 * @returns the first marked element, and a function that removes the marks
 */
export function markTexts(spans: readonly HTMLElement[], marks: readonly TextMark[]) {
  const marked = [...groupBy(marks, ({ item }) => item)].flatMap(([item, ofItem]) => {
    const span = spans[item];
    if (!span) return [];
    const text = span.textContent;
    span.replaceChildren(...markedNodes(text, ofItem));
    return [{ span, text }];
  });
  return {
    // Items of white space have no element on the page.
    first: marked.find(({ span }) => span.isConnected)?.span.querySelector("mark") ?? null,
    unmark: () => {
      for (const { span, text } of marked) span.textContent = text;
    },
  };
}
