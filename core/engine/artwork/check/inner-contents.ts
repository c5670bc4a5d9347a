/** What tiling patterns and drawn letters bring with them, by their resources: painting itself is not looked into. */
import { PDFDict, type PDFDocument, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import type { FindingCode } from '../../finding/codes.ts'
import { dictEntry, entry, nameEntry, numberEntry, resolve } from '../../pdf/read-object.ts'
import { isTransparent, readExtState } from '../content/read-ext-state.ts'
import { filtersOf } from '../paint/read-painted-content.ts'

export interface InnerContents {
  /** Codes of findings, each with what was found. */
  readonly found: ReadonlyMap<FindingCode, string>
  /** Something below one of their marks shows through it. */
  readonly transparent: boolean
}

/** Decision: what the resources name counts, whether the content uses it or not. */
export function readInnerContents({ context }: PDFDocument): InnerContents {
  const found = new Map<FindingCode, string>()
  const seen = new Set<PDFObject>()
  let transparent = false
  const visitStream = (stream: PDFStream) => {
    if (seen.has(stream)) return
    seen.add(stream)
    const { dict } = stream
    if (filtersOf(dict).some((filter) => filter === 'LZWDecode' || filter === 'LZW'))
      found.set('filter_lzw', 'LZWDecode')
    if (entry(dict, 'OPI') !== null) found.set('opi', 'OPI')
    if (nameEntry(dict, 'Subtype') === 'PS' || nameEntry(dict, 'Subtype2') === 'PS')
      found.set('postscript_xobject', 'PostScript')
    visitResources(dictEntry(dict, 'Resources'))
  }
  const visitResources = (resources: PDFDict | null) => {
    const shadings = entriesOf(resources, 'Pattern').filter((pattern) => pattern instanceof PDFDict)
    const ofShadings = shadings.map((pattern) => entry(pattern, 'ExtGState'))
    for (const state of [...entriesOf(resources, 'ExtGState'), ...ofShadings]) {
      if (!(state instanceof PDFDict)) continue
      const read = readExtState(state)
      for (const [feature, what] of read.features)
        if (feature === 'transfer_function' || feature === 'halftone_named') found.set(feature, what)
      transparent ||= isTransparent(read)
    }
    for (const kind of ['XObject', 'Pattern'])
      for (const inner of entriesOf(resources, kind)) if (inner instanceof PDFStream) visitStream(inner)
    visitLetters(resources)
  }
  const visitLetters = (resources: PDFDict | null) => {
    for (const font of entriesOf(resources, 'Font')) {
      if (!(font instanceof PDFDict) || nameEntry(font, 'Subtype') !== 'Type3' || seen.has(font)) continue
      seen.add(font)
      visitResources(dictEntry(font, 'Resources'))
      for (const glyph of entriesOf(font, 'CharProcs')) if (glyph instanceof PDFStream) visitStream(glyph)
    }
  }
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (object instanceof PDFStream && numberEntry(object.dict, 'PatternType') === 1) visitStream(object)
    const dict = object instanceof PDFStream ? object.dict : object
    if (dict instanceof PDFDict) visitLetters(dictEntry(dict, 'Resources'))
  }
  return { found, transparent }
}

function entriesOf(resources: PDFDict | null, kind: string): readonly (PDFObject | null)[] {
  const dict = resources === null ? null : dictEntry(resources, kind)
  return dict === null ? [] : dict.values().map((value) => resolve(dict, value))
}
