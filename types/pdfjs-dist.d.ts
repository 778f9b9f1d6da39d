/** The package has no types of this module, which pdf.js alone calls. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs";
