/** The output that a shop asks of a template: plain PDF, or PDF/X-4 for a printing condition. */

export const OUTPUT_FORMATS = ['pdf', 'pdfx4'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** Those that may be asked for; some are refused with the reason. */
export const ASKED_FORMATS = [...OUTPUT_FORMATS, 'pdfx1a', 'pdfx3'] as const
export type AskedFormat = (typeof ASKED_FORMATS)[number]

/** What the print files of a template are to be, beside PDF. */
export interface OutputSetting {
  readonly format: 'pdfx4'
  /** The output profile: which of the team's or of the service's, and its file. */
  readonly profile: OutputProfile
  /** RGB and Lab of artwork, fields and images become process inks by the profile; missing where they are tagged. */
  readonly convert?: 'cmyk'
}

/** What becomes of colours of another kind. */
export const CONVERSIONS = ['none', 'cmyk'] as const
export type Conversion = (typeof CONVERSIONS)[number]

/** The conversion that a plan was asked for. */
export function conversionOf({ output }: { readonly output?: OutputSetting }): Conversion {
  return output?.convert ?? 'none'
}

export interface OutputProfile {
  readonly id: string
  /** SHA-256 of the file, hex. */
  readonly sha256: string
  /** Identifier of the printing condition, such as `FOGRA51`; `Custom` for one that no registry knows. */
  readonly condition: string
  /** The condition in words. */
  readonly info: string
  /** The registry that knows the identifier; null for none. */
  readonly registry: string | null
}

/** The condition of a profile that no registry knows. */
export const CUSTOM_CONDITION = 'Custom'

/** The format that a plan was asked for. */
export function outputOf({ output }: { readonly output?: OutputSetting }): OutputFormat {
  return output?.format ?? 'pdf'
}

export function settingOf({ format, profile, convert }: OutputSetting): OutputSetting {
  return { format, profile, ...(convert === undefined ? {} : { convert }) }
}

/** The setting with the bytes of its profile, as compiling needs it. */
export interface Output extends OutputSetting {
  readonly bytes: Uint8Array
}
