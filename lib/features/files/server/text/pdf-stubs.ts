/* pdf.js refers to these classes of browsers when it is loaded, and needs them only for drawing. */

class Stub {}

Object.assign(globalThis, { DOMMatrix: Stub, Path2D: Stub, ImageData: Stub });
