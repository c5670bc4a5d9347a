/** A stand-in for what pdf.js needs when it loads, in a process that opens files and draws nothing. */

/** Without native code there is no canvas, but pdf.js needs these classes while it loads. */
class Nothing {}

for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: Nothing })
