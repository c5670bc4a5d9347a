// The part of the WebAssembly interface that the service uses; Node has it, its types come only with a browser's.

declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>)
    readonly exports: Record<string, unknown>
  }
  /** Thrown where code in a module gives up. */
  class RuntimeError extends Error {}
  class Memory {
    readonly buffer: ArrayBuffer
  }
}
