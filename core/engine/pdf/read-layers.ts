/** Reads which layers of a PDF print, and which of them are processing steps (cutting, white, varnish). */
import { PDFDict, type PDFDocument, type PDFObject } from '@cantoo/pdf-lib'
import { arrayEntry, dictEntry, nameEntry } from './read-object.ts'

export interface Layer {
  /** Off in the document's default configuration. */
  readonly hidden: boolean
  /** A processing step by ISO 19593-1 that puts no image on the sheet, such as cutting or varnish. */
  readonly step: boolean
}

/** Seen, and no step of processing. */
export const PLAIN_LAYER: Layer = { hidden: false, step: false }

export type LayerOf = (object: PDFObject | null) => Layer

/**
 * The layer of an optional content group or membership dictionary (ISO 32000-1 8.11).
 * Decision: the default configuration's states decide what prints, as they do in RIPs; usage events and visibility
 * expressions are not looked at.
 */
export function readLayers(doc: PDFDocument): LayerOf {
  const properties = dictEntry(doc.catalog, 'OCProperties')
  const standard = properties === null ? null : dictEntry(properties, 'D')
  const listed = (key: string) => new Set(standard === null ? [] : (arrayEntry(standard, key) ?? []))
  const [on, off] = [listed('ON'), listed('OFF')]
  const baseOff = standard !== null && nameEntry(standard, 'BaseState') === 'OFF'
  const known = new Map<PDFDict, Layer>()

  const groupLayer = (group: PDFDict): Layer => {
    const metadata = dictEntry(group, 'GTS_Metadata')
    return {
      hidden: baseOff ? !on.has(group) : off.has(group),
      step: metadata !== null && isTechnicalStep(metadata),
    }
  }

  const memberLayer = (membership: PDFDict): Layer => {
    const single = dictEntry(membership, 'OCGs')
    const groups = single === null ? (arrayEntry(membership, 'OCGs') ?? []) : [single]
    const layers = groups.filter((group) => group instanceof PDFDict).map(groupLayer)
    if (layers.length === 0) return PLAIN_LAYER
    return { hidden: !isShown(nameEntry(membership, 'P'), layers), step: layers.every(({ step }) => step) }
  }

  return (object) => {
    if (!(object instanceof PDFDict)) return PLAIN_LAYER
    const found = known.get(object)
    if (found !== undefined) return found
    const layer = nameEntry(object, 'Type') === 'OCMD' ? memberLayer(object) : groupLayer(object)
    known.set(object, layer)
    return layer
  }
}

/** 8.11.2.2: the policy of a membership dictionary. */
function isShown(policy: string | null, layers: readonly Layer[]): boolean {
  if (policy === 'AllOn') return layers.every(({ hidden }) => !hidden)
  if (policy === 'AnyOff') return layers.some(({ hidden }) => hidden)
  if (policy === 'AllOff') return layers.every(({ hidden }) => hidden)
  return layers.some(({ hidden }) => !hidden)
}

/** Decision: foil is stamped in a step of its own, and yet names are printed in it; its layers count as artwork. */
const FOIL_STEPS = ['FoilStamping', 'ColdFoilStamping']

function isTechnicalStep(metadata: PDFDict): boolean {
  if (nameEntry(metadata, 'GTS_ProcStepsGroup') === null) return false
  return !FOIL_STEPS.includes(nameEntry(metadata, 'GTS_ProcStepsType') ?? '')
}
