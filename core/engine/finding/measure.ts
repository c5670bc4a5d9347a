/** Facts that a profile's thresholds judge: measured once when artwork is read, judged whenever a profile is chosen. */

import type { Box } from '../geometry/box.ts'
import type { FindingCode } from './codes.ts'
import type { Finding } from './finding.ts'
import { ALL_PROFILES, type Profile } from './profile.ts'
import { RULES, type RuleName, type Verdict } from './rules.ts'

/** Objects of one page that every profile judges alike; the worst value of them. */
export interface Measurement {
  readonly rule: RuleName
  readonly page?: number
  readonly value: number
  readonly count: number
  /** Boxes of the first few objects, in default user space. */
  readonly boxes: readonly Box[]
  readonly fieldId?: string
  /** Values for the sentence of the rule, such as a label or a size in pixels. */
  readonly what?: string
  /** Of the artwork's own, such as the ink limit of its output profile. */
  readonly limit?: number
}

/** Stored with a template: findings that apply in every profile, and measurements that matter in some. */
export type Fact = Finding | Measurement

const MAX_BOXES = 5

export interface Measures {
  add(rule: RuleName, value: number, at: Partial<Omit<Measurement, 'boxes'>> & { readonly box?: Box }): void
  facts(): Measurement[]
}

/** Collects measurements. Drops those that pass in every profile, and counts those that every profile judges alike. */
export function createMeasures(): Measures {
  const known = new Map<string, Measurement & { readonly boxes: Box[] }>()
  /** The worst value of each rule that passed in every profile: better values pass without a comparison. */
  const harmless = new Map<RuleName, number>()
  return {
    add(rule, value, { box, page, fieldId, what, limit, count = 1 }) {
      const bound = harmless.get(rule)
      if (bound !== undefined && !RULES[rule].isWorse(value, bound)) return
      const verdicts = ALL_PROFILES.map((profile) => RULES[rule].judge(value, profile, limit)?.severity ?? '')
      if (verdicts.every((severity) => severity === '')) {
        harmless.set(rule, value)
        return
      }
      const key = `${rule} ${page} ${fieldId} ${verdicts.join()}`
      const before = known.get(key)
      const boxes = before?.boxes ?? []
      if (box !== undefined && boxes.length < MAX_BOXES) boxes.push(rounded(box))
      const worse = before === undefined || RULES[rule].isWorse(value, before.value)
      const where = { page, fieldId, what: worse ? what : before.what }
      const all = (before?.count ?? 0) + count
      const own = limit === undefined ? {} : { limit }
      known.set(key, { ...measured(rule, worse ? value : before.value, where, all), ...own, boxes })
    },
    facts: () => [...known.values()],
  }
}

/** The measurement of one object of a field, if some profile objects to it; see `createMeasures` for many objects. */
export function measureOne(
  rule: RuleName,
  value: number,
  { box, ...where }: Partial<Where> & { readonly box: Box },
): Measurement {
  return { ...measured(rule, value, where, 1), boxes: [rounded(box)] }
}

type Where = { readonly [P in 'page' | 'fieldId' | 'what']: Measurement[P] | undefined }

function measured(
  rule: RuleName,
  value: number,
  { page, fieldId, what }: Partial<Where>,
  count: number,
): Omit<Measurement, 'boxes'> {
  return {
    rule,
    ...(page === undefined ? {} : { page }),
    ...(fieldId === undefined ? {} : { fieldId }),
    value,
    ...(what === undefined ? {} : { what }),
    count,
  }
}

function rounded(box: Box): Box {
  return box.map((value) => Math.round(value * 100) / 100) as unknown as Box
}

/** The code of a fact when a profile objects to it. */
export function codeOf(fact: Fact): FindingCode {
  return 'rule' in fact ? RULES[fact.rule].code : fact.code
}

/**
 * The findings of a template under a profile, in the order of their facts; one for each rule, page and field, however
 * many objects fall short.
 */
export function judge(facts: readonly Fact[], profile: Profile): Finding[] {
  const judged = new Map<string, Judged>()
  const findings: (Finding | Judged)[] = []
  for (const fact of facts) {
    if (!('rule' in fact)) {
      findings.push(fact)
      continue
    }
    const verdict = RULES[fact.rule].judge(fact.value, profile, fact.limit)
    if (verdict === null) continue
    const key = `${fact.rule} ${fact.page} ${fact.fieldId}`
    const before = judged.get(key)
    if (before === undefined) {
      const first = { fact, verdict }
      judged.set(key, first)
      findings.push(first)
    } else merge(before, fact, verdict)
  }
  return findings.map((finding) => ('fact' in finding ? findingOf(finding, profile) : finding))
}

interface Judged {
  fact: Measurement
  verdict: Verdict
}

function merge(into: Judged, fact: Measurement, verdict: Verdict): void {
  const worse = RULES[fact.rule].isWorse(fact.value, into.fact.value)
  const [worst, other] = worse ? [fact, into.fact] : [into.fact, fact]
  into.fact = {
    ...worst,
    count: fact.count + into.fact.count,
    boxes: [...worst.boxes, ...other.boxes].slice(0, MAX_BOXES),
  }
  if (worse) into.verdict = verdict
}

function findingOf({ fact, verdict }: Judged, profile: Profile): Finding {
  const rule = RULES[fact.rule]
  const [bbox] = fact.boxes
  const says = rule.says?.(fact, profile)
  return {
    code: rule.code,
    severity: verdict.severity,
    ...(says === undefined ? {} : { says }),
    params: { profile: profile.name, ...rule.params?.(fact, profile) },
    ...(fact.page === undefined ? {} : { page: fact.page }),
    ...(fact.fieldId === undefined ? {} : { fieldId: fact.fieldId }),
    ...(bbox === undefined ? {} : { bbox }),
    ...(fact.count > 1 ? { count: fact.count, boxes: fact.boxes } : {}),
    found: rule.found?.(fact) ?? Math.round(fact.value * 100) / 100,
    expected: verdict.limit,
    ...(rule.ref === undefined ? {} : { ref: rule.ref }),
  }
}
