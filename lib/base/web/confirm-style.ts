import { createHash } from "node:crypto";

/**
 * The style of recipients' pages (contract §15). It is inline, so that a page is one answer; its hash
 * is in the policy of these pages. The colours are those of the app.
 */
export const CONFIRM_STYLE = `
:root{color-scheme:light dark;--paper:#f7f6f3;--surface:#fff;--sunken:#f0eee9;--ink:#1b2a31;--muted:#515f66;--line:#dcdad4;--strong:#7b878d;
--accent:#0b5873;--accent2:#07455b;--soft:#e4f1f7;--on:#fff;--danger:#a51d1a;--dangersoft:#fdeeec;--ok:#1d6238;--oksoft:#e5f5ea;--focus:#0f62b4}
@media (prefers-color-scheme:dark){:root{--paper:#0e181d;--surface:#142027;--sunken:#1b2930;--ink:#ecebe7;--muted:#a9b5ba;--line:#2c3a41;--strong:#71808a;
--accent:#74c3e2;--accent2:#97d4ec;--soft:#17323e;--on:#06202b;--danger:#f49c92;--dangersoft:#3b1d1a;--ok:#86d5a0;--oksoft:#15321f;--focus:#7cbcff}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
.wrap{max-width:44rem;margin:0 auto;padding:0 1rem}
header{background:var(--surface);border-bottom:1px solid var(--line)}
header .wrap{display:flex;gap:1rem;align-items:center;justify-content:space-between;min-height:4rem}
header p{margin:0;line-height:1.3}
header strong{display:block}
header span,.muted{color:var(--muted)}
header span,footer,.small{font-size:.9375rem}
main{padding:1.5rem 0 2rem;display:block}
h1{font-size:1.625rem;line-height:1.25;margin:0 0 .75rem;hyphens:auto}
h2{font-size:1.25rem;line-height:1.3;margin:2.25rem 0 .75rem}
h3{font-size:1.125rem;line-height:1.35;margin:0 0 .75rem}
p{margin:0 0 .75rem}
a{color:var(--accent);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:0 0 1rem}
.card>:last-child,.card>form:last-child>:last-child{margin-bottom:0}
.done{border-color:var(--ok);background:var(--oksoft)}
.said{color:var(--ok);font-weight:600;margin:0 0 .75rem}
.bad{border-color:var(--danger);background:var(--dangersoft)}
dl{margin:0 0 1rem;display:grid;grid-template-columns:1fr;gap:.5rem 1rem}
dt{color:var(--muted);font-size:.9375rem}
dd{margin:0}
.v{white-space:pre-line}
dl div{border-top:1px solid var(--line);padding-top:.5rem}
dl div:first-child{border-top:0;padding-top:0}
ins{text-decoration:none;font-weight:600}
.acts{display:grid;grid-template-columns:1fr 1fr;gap:.625rem;margin:0}
form{margin:0}
.btn,button{display:flex;width:100%;align-items:center;justify-content:center;min-height:3rem;padding:.5rem .875rem;border:1px solid var(--strong);border-radius:.5rem;
background:var(--surface);color:var(--ink);font:inherit;font-weight:600;line-height:1.25;text-align:center;text-decoration:none;cursor:pointer}
.btn:hover,button:hover{background:var(--sunken)}
.main{background:var(--accent);border-color:var(--accent);color:var(--on)}
.main:hover{background:var(--accent2);border-color:var(--accent2)}
.big{min-height:3.5rem;font-size:1.1875rem}
.quiet{font-weight:400}
details{margin:0}
summary{min-height:2.75rem;padding:.625rem 0;color:var(--accent);text-decoration:underline;text-underline-offset:.15em;cursor:pointer}
.lang,.back,footer a{display:inline-flex;align-items:center;min-height:2.75rem}
.back{margin-bottom:.5rem}
.field{margin:0 0 1.25rem;border:0;padding:0;min-width:0}
.field label,legend{display:block;font-weight:600;margin:0 0 .25rem;padding:0}
.hint{color:var(--muted);font-size:.9375rem;margin:0 0 .25rem}
.err{color:var(--danger);font-weight:600;font-size:.9375rem;margin:0 0 .25rem}
input,select,textarea{width:100%;min-height:3rem;padding:.5rem .75rem;border:1px solid var(--strong);border-radius:.5rem;background:var(--surface);color:var(--ink);font:inherit}
textarea{display:block}
[aria-invalid=true]{border:2px solid var(--danger)}
.box{max-height:22rem;overflow:auto;border:1px solid var(--strong);border-radius:.5rem;background:var(--surface)}
.field .tick{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;padding:.375rem .75rem;margin:0;font-weight:400}
.tick input{width:1.375rem;height:1.375rem;min-height:0;flex:none;margin:0;accent-color:var(--accent)}
footer{border-top:1px solid var(--line);padding:1rem 0 2rem;color:var(--muted)}
footer nav{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;background:var(--surface);padding:.75rem}
.acts .wide{grid-column:1/-1}
form p{margin:.5rem 0 0}
.bad h2{margin-top:0}
.bad ul{margin:0;padding-left:1.25rem}
.bad a{color:inherit}
.after{margin:.5rem 0 1rem}
.bad dl{margin:0}
.pages p{margin:0}
.pages ul{display:flex;flex-wrap:wrap;gap:.25rem;list-style:none;margin:0 0 1rem;padding:0}
.pages a{display:inline-flex;align-items:center;justify-content:center;min-width:2.75rem;min-height:2.75rem}
.pages [aria-current]{color:inherit;font-weight:700;text-decoration:none}
.last{margin:1.5rem 0 0}
@media (min-width:36rem){.acts .wide{grid-column:auto}dl div{display:grid;grid-template-columns:13rem 1fr;gap:1rem}
.acts{grid-template-columns:repeat(4,auto);justify-content:start}.acts .btn,.acts button{padding:.5rem 1.125rem}.big{width:auto;min-width:18rem}
h1{font-size:2rem}.card{padding:1.25rem}.two{display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}}
@media (forced-colors:active){.btn,button{border:2px solid}}
@media print{form,.acts,.lang,.pages,details{display:none}}
`;

const styleHash = createHash("sha256").update(CONFIRM_STYLE).digest("base64");

/** The content security policy of recipients' pages: no scripts, no files, and this style only. */
export const CONFIRM_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Returns whether a request's target is a recipient's page or the call that its forms are sent to. */
export const isConfirmPath = (target: string): boolean => /^(?:\/api)?\/confirm\/[^/?]+(?:\?|$)/.test(target);
