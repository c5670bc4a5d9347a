/** In which inks an appearance paints, and its content with the places cut out where it says so. */
import type { PDFStream } from '@cantoo/pdf-lib'
import { dictEntry } from '../../pdf/read-object.ts'
import { decodeStream } from '../../pdf/read-stream.ts'
import { type ContentRun, createRun, initialState, runOfForm } from '../content/content-run.ts'
import { walkContent } from '../content/walk-content.ts'
import type { SymbolFonts } from './read-symbol-fonts.ts'
import {
  type AppearancePart,
  createToneVisitor,
  type FoundTones,
  type ToneColor,
  type ToneVisitor,
} from './read-tone-walk.ts'
import { DEVICE_GRAY } from './tones.ts'

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

const BLACK: ToneColor = { tone: { base: null, tint: 1 }, space: DEVICE_GRAY }
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
  let operations = 0
  const found: FoundTones = {
    bases: new Set<string | null>(),
    overprints: new Set<boolean>(),
    ...{ own: false, knocks: false, usable: true, transparent: false, bytes: 0 },
    ...{ fonts, owner: stream.dict },
    spend() {
      operations += 1
      if (operations > MAX_OPERATIONS || !spend()) found.usable = false
      return found.usable
    },
    form: (form, run) => walkPart(form, run, found),
  }
  const part = walkPart(stream, null, found)
  if (part === null || !found.usable) return 'unusable'
  if (!found.own && !found.knocks && found.bases.size === 0) return 'nothing'
  const [first, second] = [...found.bases]
  const [over, both] = [found.overprints.has(true), found.overprints.size > 1]
  const overprint = both ? 'some' : over ? 'all' : 'none'
  const isSingle = !found.own && first !== undefined && second === undefined
  const base = isSingle ? first : 'own'
  return { part, base, transparent: found.transparent, overprint, bytes: found.bytes }
}

/** `outer` is what paints the stream; null for the appearance itself. */
function walkPart(
  stream: PDFStream,
  outer: ContentRun<ToneColor> | null,
  found: FoundTones,
): AppearancePart | null {
  const content = decodeStream(stream, MAX_BYTES - found.bytes)
  const visitor = content === null ? null : createToneVisitor(content, found)
  const run = visitor === null ? null : runOf(stream, outer, visitor)
  if (content === null || visitor === null || run === null) {
    found.usable = false
    return null
  }
  found.bytes += content.length
  found.transparent ||= dictEntry(stream.dict, 'Group') !== null
  walkContent(content, run)
  return { stream, resources: run.resources, ...visitor.finish() }
}

/** Null where forms are nested too deep. */
function runOf(
  stream: PDFStream,
  outer: ContentRun<ToneColor> | null,
  visitor: ToneVisitor,
): ContentRun<ToneColor> | null {
  if (outer !== null) return outer.above.size < MAX_NESTING ? runOfForm(outer, stream, visitor) : null
  const resources = dictEntry(stream.dict, 'Resources')
  return createRun({ visitor, resources, state: initialState(BLACK, BLACK), above: new Set([stream]) })
}
