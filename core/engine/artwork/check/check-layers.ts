/** Checks how layers are declared: configurations, print states, and processing steps by ISO 19593-1. */
import { PDFDict, type PDFDocument } from '@cantoo/pdf-lib'
import type { Finding } from '../../finding/finding.ts'
import { type LayerOf, readLayers } from '../../pdf/read-layers.ts'
import { arrayEntry, dictEntry, entry, nameEntry, textEntry } from '../../pdf/read-object.ts'

/** Groups of ISO 19593-1 with their types; those without one carry none. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  Structural: (
    'Cutting PartialCutting ReversePartialCutting Creasing ReverseCreasing CuttingCreasing ReverseCuttingCreasing ' +
    'PartialCuttingCreasing ReversePartialCuttingCreasing Drilling Gluing FoilStamping ColdFoilStamping Embossing ' +
    'Debossing Perforating Bleed VarnishFree InkFree InkVarnishFree Folding Punching Stapling'
  ).split(' '),
  Positions: ['Hologram', 'Barcode', 'ContentArea', 'CodingMarking', 'Imprinting'],
  Dimensions: [],
  Braille: [],
  Legend: [],
  White: [],
  Varnish: [],
}
/** Vendors' own names carry a prefix. */
const VENDOR = /^[A-Za-z0-9]+_./

export function checkLayers(doc: PDFDocument): Finding[] {
  const { catalog } = doc
  const properties = dictEntry(catalog, 'OCProperties')
  if (properties === null) return []
  const findings: Finding[] = []
  const configurations = arrayEntry(properties, 'Configs') ?? []
  if (configurations.length > 0)
    findings.push({
      code: 'oc_configs',
      severity: 'warn',
      found: configurations.length,
      expected: 0,
      ref: 'GWG2022 R0034',
    })
  const layerOf = readLayers(doc)
  for (const layer of arrayEntry(properties, 'OCGs') ?? []) {
    if (layer instanceof PDFDict) findings.push(...printStateOf(layer, layerOf))
    const metadata = layer instanceof PDFDict ? dictEntry(layer, 'GTS_Metadata') : null
    const fault = metadata === null ? null : faultOf(metadata)
    if (fault === null || !(layer instanceof PDFDict)) continue
    findings.push({
      code: 'processing_step_invalid',
      severity: 'warn',
      params: { layer: textEntry(layer, 'Name') ?? '' },
      found: fault,
      ref: 'ISO 19593-1',
    })
  }
  return findings
}

/** Programs that follow a layer's own states print it, or leave it out, unlike those that follow the document's. */
function printStateOf(layer: PDFDict, layerOf: LayerOf): Finding[] {
  const usage = dictEntry(layer, 'Usage')
  const stateFor = (use: string) => {
    const stated = usage === null ? null : dictEntry(usage, use)
    const state = stated === null ? null : nameEntry(stated, `${use}State`)
    return state === 'ON' || state === 'OFF' ? state : null
  }
  const own = layerOf(layer).hidden ? 'OFF' : 'ON'
  const [print, view] = [stateFor('Print') ?? own, stateFor('View') ?? own]
  if (print === own && view === own) return []
  return [
    {
      code: 'oc_print_state',
      severity: 'warn',
      ...(own === 'ON' ? {} : { says: 'oc_print_state.hidden' }),
      params: { layer: textEntry(layer, 'Name') ?? '' },
    },
  ]
}

function faultOf(metadata: PDFDict): string | null {
  const group = nameEntry(metadata, 'GTS_ProcStepsGroup')
  const type = nameEntry(metadata, 'GTS_ProcStepsType')
  if (group === null)
    return entry(metadata, 'GTS_ProcStepsType') === null ? null : `type ${type} without a group`
  if (VENDOR.test(group)) return null
  const types = Object.hasOwn(STEPS, group) ? STEPS[group] : undefined
  if (types === undefined) return group
  if (types.length === 0) return type === null ? null : `${group} with the type ${type}`
  if (type === null) return `${group} without a type`
  return types.includes(type) || VENDOR.test(type) ? null : `${group}, ${type}`
}
