import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import plugin from "tailwindcss/plugin";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SIZE = 24;
/** Attributes of every drawing in Lucide, which the image of all icons sets only once. */
const STROKE = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';
const { icons, aliases } = createRequire(import.meta.url)("@iconify-json/lucide/icons.json");

const drawingOf = (name) => icons[name] ?? icons[aliases[name]?.parent];

/**
 * Returns the names of the icons that a source file uses, without their prefix "icon-". Names that
 * Lucide does not have are left out; the type checker reports them (`IconName`).
 */
const namedIn = (file) =>
  [...readFileSync(file, "utf8").matchAll(/"icon-([a-z0-9-]+)"/g)].map(([, name]) => name).filter(drawingOf);

function allNamed() {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => path.join(ROOT, folder, name)),
  );
  return [...new Set(files.flatMap(namedIn))].sort();
}

/**
 * Returns one image with all icons below each other: for each separate SVG image, the browser would
 * have to create a document.
 */
function sheetOf(names) {
  const height = names.length * SIZE;
  const drawn = names.map((name, at) => {
    const { body } = drawingOf(name);
    if (!body.includes(STROKE)) throw new Error(`The icon ${name} is not drawn like the others.`);
    return body.replaceAll(STROKE, `transform="translate(0 ${at * SIZE})"`);
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${height}" viewBox="0 0 ${SIZE} ${height}" ${STROKE}>${drawn.join("")}</svg>`;
  return `url("data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[%#]/g, encodeURIComponent)}")`;
}

const names = allNamed();

/**
 * Tailwind plugin that provides Lucide's icons as classes. `icon` masks the text colour with the
 * image of all icons that occur in quotes in the source code; `icon-plus`, for example, selects one
 * of them. In development, restart the server after using a new icon.
 */
export default plugin(({ addUtilities }) => {
  addUtilities({
    ".icon": {
      display: "block",
      "flex-shrink": "0",
      width: "1.5rem",
      height: "1.5rem",
      background: "currentColor",
      // The prefixed name is known to all browsers. With the other one, the stylesheet would contain
      // the image twice, because old browsers know only the prefixed one.
      "-webkit-mask-image": sheetOf(names),
      "mask-size": `100% ${100 * names.length}%`,
      "mask-position": `0 calc(var(--icon) * 100% / ${names.length - 1})`,
      "mask-repeat": "no-repeat",
      // Otherwise, print and contrast themes would leave out the background, and so the icon.
      "print-color-adjust": "exact",
      "forced-color-adjust": "preserve-parent-color",
      "@supports not (forced-color-adjust: preserve-parent-color)": {
        "@media (forced-colors: active)": { "forced-color-adjust": "none", background: "CanvasText" },
      },
    },
    ...Object.fromEntries(names.map((name, at) => [`.icon-${name}`, { "--icon": String(at) }])),
  });
});
