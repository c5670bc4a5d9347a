/** The counts of a run over a folder of PDFs, its worst files, and how both are said in a few lines. */
import { RIPS, type Rip } from '../../support/rips/oracles.ts'
import { faultsOf, qpdfOf } from './faults.ts'
import {
  type FileRecord,
  type PlatesVerdict,
  type PreviewVerdict,
  type PrintFile,
  type Refusal,
  STAGES,
  type Stage,
  type Verdict,
} from './record.ts'

/** Upper ends of the classes of distance, of 255. */
const CLASSES = [
  { name: 'under 1', below: 1 },
  { name: '1 to 3', below: 3 },
  { name: '3 to 10', below: 10 },
  { name: 'over 10', below: Number.POSITIVE_INFINITY },
] as const
const MOST_NAMED = 15
/** From here on a preview is named. */
const DISTANT = 3

type Counts = Readonly<Record<string, number>>
interface Outcomes {
  readonly made: number
  readonly failed: Counts
}
interface StageTime {
  readonly seconds: number
  readonly slowest: { readonly file: string; readonly seconds: number }
}

export interface Summary {
  readonly files: number
  readonly bytes: number
  readonly templates: number
  /** By code, with why a worker gave it up. */
  readonly refusals: Counts
  readonly renders: Readonly<Record<PrintFile, Outcomes>>
  readonly qpdf: { readonly checked: number; readonly faults: number; readonly unsoundAsUploaded: number }
  readonly plates: Readonly<Record<Rip, Counts & { readonly differingPixels: number; readonly most: number }>>
  readonly previews: {
    readonly drawn: number
    readonly byDistance: Counts
    readonly undrawable: number
    readonly failed: Counts
  }
  readonly deaths: number
  readonly unjudged: number
  readonly stages: Readonly<Partial<Record<Stage, StageTime>>>
  /** Templates that have a finding, by its code. */
  readonly findings: Counts
  readonly worst: {
    readonly faults: readonly { readonly file: string; readonly faults: readonly string[] }[]
    readonly previews: readonly (PreviewVerdict & { readonly file: string })[]
    readonly slowest: readonly { readonly file: string; readonly seconds: number }[]
  }
}

export function summarize(records: readonly FileRecord[]): Summary {
  const refusals = records.flatMap(({ refusal }) => (refusal === null ? [] : [nameOf(refusal)]))
  const previews = records.flatMap((record) =>
    ofKind(record.verdicts, 'preview').map((verdict) => ({ file: record.file, ...verdict })),
  )
  const drawable = previews.filter(({ engine }) => engine !== null)
  const undrawn = records.flatMap(({ undrawn }) => undrawn.map(({ refusal }) => nameOf(refusal)))
  const printed = records.flatMap((record) =>
    (['press', 'proof'] as const).flatMap((of) => qpdfOf(record, of) ?? []),
  )
  const qpdfFaults = records.flatMap(faultsOf).filter((fault) => fault.startsWith('qpdf')).length
  return {
    files: records.length,
    bytes: records.reduce((sum, { bytes }) => sum + bytes, 0),
    templates: records.filter(({ template }) => template !== null).length,
    refusals: countsOf(refusals),
    renders: { press: rendersOf(records, 'press'), proof: rendersOf(records, 'proof') },
    qpdf: {
      checked: printed.length,
      faults: qpdfFaults,
      unsoundAsUploaded: printed.filter(({ status }) => status !== 0).length - qpdfFaults,
    },
    plates: Object.fromEntries(RIPS.map((rip) => [rip, platesBy(rip, records)])) as Summary['plates'],
    previews: {
      drawn: previews.length,
      byDistance: { ...emptyClasses(), ...countsOf(drawable.map(({ distance }) => classOf(distance))) },
      undrawable: previews.length - drawable.length,
      failed: countsOf(undrawn),
    },
    deaths: records.reduce((sum, { deaths }) => sum + deaths.length, 0),
    unjudged: records.filter(({ unjudged }) => unjudged !== null).length,
    stages: Object.fromEntries(STAGES.map((stage) => [stage, timeOf(stage, records)])),
    findings: countsOf(records.flatMap(({ template }) => template?.findings ?? [])),
    worst: {
      faults: records
        .map((record) => ({ file: record.file, faults: faultsOf(record) }))
        .filter(({ faults }) => faults.length > 0),
      previews: drawable
        .filter(({ distance, far }) => distance >= DISTANT || far >= 1)
        // What is missing or in another place weighs more than colours that are all a little otherwise.
        .sort((one, other) => other.far + other.distance - one.far - one.distance)
        .slice(0, MOST_NAMED),
      slowest: records
        .map(({ file, ms }) => ({ file, seconds: secondsOf(Object.values(ms)) }))
        .sort((one, other) => other.seconds - one.seconds)
        .slice(0, MOST_NAMED),
    },
  }
}

function nameOf({ code, reason }: Refusal): string {
  return reason === undefined ? code : `${code} (${reason})`
}

function countsOf(names: readonly string[]): Counts {
  const groups = [...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length] as const)
  return Object.fromEntries(groups.sort(([, one], [, other]) => other - one))
}

function ofKind<K extends Verdict['kind']>(verdicts: readonly Verdict[], kind: K) {
  return verdicts.filter((one): one is Extract<Verdict, { kind: K }> => one.kind === kind)
}

function rendersOf(records: readonly FileRecord[], of: PrintFile): Outcomes {
  const outcomes = records.flatMap(({ renders }) => renders[of] ?? [])
  const failed = outcomes.filter((one) => one !== 'made')
  return { made: outcomes.length - failed.length, failed: countsOf(failed.map(nameOf)) }
}

function platesBy(rip: Rip, records: readonly FileRecord[]): Summary['plates'][Rip] {
  const found = records
    .flatMap(({ verdicts }) => ofKind(verdicts, 'plates'))
    .filter((verdict) => verdict.rip === rip)
  const outcomes: readonly PlatesVerdict['outcome'][] = [
    'same',
    'differs',
    'unprintable',
    'undrawable',
    'late',
  ]
  return {
    ...Object.fromEntries(
      outcomes.map((outcome) => [outcome, found.filter((one) => one.outcome === outcome).length]),
    ),
    differingPixels: found.reduce((sum, { pixels }) => sum + pixels, 0),
    most: Math.max(0, ...found.map(({ most }) => most)),
  }
}

function classOf(distance: number): string {
  return CLASSES.find(({ below }) => distance < below)?.name ?? ''
}

function emptyClasses(): Counts {
  return Object.fromEntries(CLASSES.map(({ name }) => [name, 0]))
}

function timeOf(stage: Stage, records: readonly FileRecord[]): StageTime {
  const times = records.map(({ file, ms }) => ({ file, seconds: secondsOf([ms[stage] ?? 0]) }))
  const slowest = times.reduce((one, other) => (other.seconds > one.seconds ? other : one), {
    file: '',
    seconds: 0,
  })
  return { seconds: secondsOf(records.map(({ ms }) => ms[stage] ?? 0)), slowest }
}

function secondsOf(ms: readonly number[]): number {
  return Math.round(ms.reduce((sum, one) => sum + one, 0) / 10) / 100
}
