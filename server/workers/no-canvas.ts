/** Stands in for what pdf.js wants to be there before it is loaded, in a process that opens files and draws nothing. */

/** Without native code there are no canvases, and loading pdf.js makes a matrix of theirs. */
class Nothing {}

for (const name of ['DOMMatrix', 'ImageData', 'Path2D'])
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: Nothing })
