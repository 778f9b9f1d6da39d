import { addIconSelectors } from "@iconify/tailwind";

/** Lucide's icons as classes, `icon-plus`: of them the stylesheet holds those that are named somewhere. How they are drawn: globals.css. */
export default addIconSelectors({
  prefixes: ["lucide"],
  iconSelector: ".icon-{name}",
  varName: "icon",
  maskSelector: "",
  backgroundSelector: "",
});
