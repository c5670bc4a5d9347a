/** In which inks an appearance paints, and its content with the places cut out where it says so. */
import type { PDFDict, PDFStream } from '@cantoo/pdf-lib'
import { readContent } from '../../pdf/content.ts'
import { dictEntry } from '../../pdf/read-object.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import type { SymbolFonts } from './read-symbol-fonts.ts'
import {
  type AppearancePart,
  createToneWalk,
  type FoundTones,
  TONE_OPERATORS,
  type ToneState,
} from './read-tone-walk.ts'
import { DEVICE_GRAY, type Tone } from './tones.ts'

export interface AppearanceTones {
  readonly part: AppearancePart
  /** The only ink that it prints in (null for black), or `own` where there are several or other colours. */
  readonly base: string | null | 'own'
  /** It has transparency of its own. */
  readonly transparent: boolean
  /** How much of it overprints. */
  readonly overprint: 'none' | 'some' | 'all'
  /** Bytes of all content. */
  readonly bytes: number
}

const BLACK: Tone = { base: null, tint: 1 }
const INITIAL: ToneState = {
  ...{ fill: BLACK, stroke: BLACK, fillSpace: DEVICE_GRAY, strokeSpace: DEVICE_GRAY },
  ...{ fillOverprint: false, strokeOverprint: false, textMode: 0, font: null },
}
const MAX_NESTING = 8
const MAX_OPERATIONS = 50_000
/** Of all appearances together; a form beyond it keeps the service's own marks. */
const MAX_IN_ALL = 2_000_000
/** Decision: what a designer draws for a tick is far smaller; what is larger keeps the service's own mark. */
const MAX_BYTES = 1 << 18

/** `nothing` for an appearance that paints nothing, `unusable` for one that cannot be printed as it is. */
export type ReadTones = AppearanceTones | 'nothing' | 'unusable'

export interface ToneReader {
  /**
   * Unusable is what cannot be decoded, shows text in a font that the file lacks, or is too large. The same stream is
   * read once.
   */
  read(stream: PDFStream): ReadTones
  /** False once all appearances together have more operations than those of a form can have. */
  spend(): boolean
}

/** Reads the appearances of one document. */
export function createToneReader(fonts: SymbolFonts): ToneReader {
  const known = new Map<PDFStream, ReadTones>()
  let operations = 0
  const spend = () => {
    operations += 1
    return operations <= MAX_IN_ALL
  }
  return {
    spend,
    read(stream) {
      const tones = known.get(stream) ?? readTones(stream, fonts, spend)
      known.set(stream, tones)
      return tones
    },
  }
}

function readTones(stream: PDFStream, fonts: SymbolFonts, spend: () => boolean): ReadTones {
  const found: FoundTones = {
    bases: new Set<string | null>(),
    overprints: new Set<boolean>(),
    above: new Set<PDFStream>(),
    ...{ own: false, knocks: false, usable: true, transparent: false },
    ...{ bytes: 0, operations: 0, spend, fonts, owner: stream.dict },
    form: (form, outer, state) => walkPart(form, outer, state, found),
  }
  const part = walkPart(stream, null, INITIAL, found)
  if (part === null || !found.usable) return 'unusable'
  if (!found.own && !found.knocks && found.bases.size === 0) return 'nothing'
  const [first, second] = [...found.bases]
  const [over, both] = [found.overprints.has(true), found.overprints.size > 1]
  const overprint = both ? 'some' : over ? 'all' : 'none'
  const isSingle = !found.own && first !== undefined && second === undefined
  const base = isSingle ? first : 'own'
  return { part, base, transparent: found.transparent, overprint, bytes: found.bytes }
}

function walkPart(
  stream: PDFStream,
  outer: PDFDict | null,
  state: ToneState,
  found: FoundTones,
): AppearancePart | null {
  const content = decodeStream(stream, MAX_BYTES - found.bytes)
  if (content === null || found.above.has(stream) || found.above.size >= MAX_NESTING) {
    found.usable = false
    return null
  }
  found.bytes += content.length
  found.transparent ||= dictEntry(stream.dict, 'Group') !== null
  // A form without resources of its own takes those of what paints it (ISO 32000-1 7.8.3).
  const resources = dictEntry(stream.dict, 'Resources') ?? outer
  const walk = createToneWalk(content, resources, state, found)
  found.above.add(stream)
  for (const operation of readContent(content)) {
    found.operations += 1
    if (found.operations > MAX_OPERATIONS || !found.spend()) found.usable = false
    if (!found.usable) break
    TONE_OPERATORS.get(operation.operator)?.(walk, operation)
  }
  found.above.delete(stream)
  return { stream, resources, ...walk.finish() }
}
