/** What the project uses of Little CMS as WebAssembly, which comes without types. */
declare module 'lcms-wasm' {
  export interface LittleCms {
    readonly HEAPU8: Uint8Array
    _malloc(bytes: number): number
    _free(at: number): void
    ccall(name: string, returns: 'number', types: readonly 'number'[], values: readonly number[]): number
    /** Handles; 0 for what cannot be opened or made. */
    cmsCreate_sRGBProfile(): number
    cmsCreateLab4Profile(): number
    cmsCloseProfile(profile: number): void
    cmsDeleteTransform(transform: number): void
    cmsCreateTransform(
      input: number,
      inputFormat: number,
      output: number,
      outputFormat: number,
      intent: number,
      flags: number,
    ): number
    cmsDoTransform<Samples extends Uint8Array | Float32Array>(
      transform: number,
      samples: Samples,
      pixels: number,
    ): Samples
  }
  export function instantiate(options?: { readonly wasmBinary?: Uint8Array }): Promise<LittleCms>
  export const TYPE_RGB_8: number
  export const TYPE_CMYK_8: number
  export const INTENT_RELATIVE_COLORIMETRIC: number
  export const INTENT_ABSOLUTE_COLORIMETRIC: number
  export const cmsFLAGS_BLACKPOINTCOMPENSATION: number
}
