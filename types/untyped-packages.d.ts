// Packages that ship no types of their own; declared as far as the service uses them.

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next opportunity to break (UAX #14): `position` is the UTF-16 offset after which a line may end. */
    nextBreak(): { position: number; required: boolean } | null
  }
}

declare module 'heic-decode' {
  interface HeicImage {
    /** In px, upright. */
    readonly width: number
    readonly height: number
    /** RGBA, 8 bits a channel. */
    decode(): Promise<{ readonly data: Uint8ClampedArray }>
  }

  interface HeicDecoder {
    /** Reads the headers alone. Rejects for what is no HEIF container. */
    all(file: { readonly buffer: Uint8Array }): Promise<readonly HeicImage[] & { dispose(): void }>
  }

  const decoder: HeicDecoder
  export default decoder
}

declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  /** The half of pdf.js that parses. */
  export const WorkerMessageHandler: { initializeFromPort(port: object): void }
}

declare module 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs' {
  interface DecoderOptions {
    readonly useWasm: boolean
    readonly useWorkerFetch: boolean
    readonly wasmUrl: string
    getHandler(): {
      sendWithPromise(action: string, asked: { readonly filename: string }): Promise<Uint8Array>
    }
  }

  /** JBIG2, and CCITT fax where options of it are given: 1 bit a pixel, rows of whole bytes, white as ones. */
  export class Jbig2Image {
    static readonly instance: Jbig2Image
    static setOptions(options: DecoderOptions): void
    decode(
      bytes: Uint8Array,
      width: number,
      height: number,
      globals: Uint8Array | null,
      fax?: {
        readonly K: number
        readonly EndOfLine: boolean
        readonly EncodedByteAlign: boolean
        readonly BlackIs1: boolean
        readonly Columns: number
        readonly Rows: number
      },
    ): Promise<Uint8Array>
  }

  export class JpxImage {
    static readonly instance: JpxImage
    /** One byte a component; `reducePower` halves the sides so many times. */
    decode(
      bytes: Uint8Array,
      options: {
        readonly numComponents: number
        readonly isIndexedColormap: boolean
        readonly smaskInData: boolean
        readonly reducePower: number
      },
    ): Promise<Uint8Array>
    static setOptions(options: DecoderOptions): void
  }
}
