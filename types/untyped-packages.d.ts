// Packages that ship no types of their own; declared as far as the service uses them.

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next opportunity to break (UAX #14): `position` is the UTF-16 offset after which a line may end. */
    nextBreak(): { position: number; required: boolean } | null
  }
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  /** The half of pdf.js that parses. */
  export const WorkerMessageHandler: { initializeFromPort(port: object): void }
}
