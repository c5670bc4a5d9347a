/** Limits the findings of one code: the first ones are listed, the rest is one finding with their number. */

import { MAX_PAGES } from '../limits.ts'
import type { FindingCode } from './codes.ts'
import { type Finding, SEVERITIES, type Severity } from './finding.ts'
import type { Fact } from './measure.ts'

/** Decision: one for each possible page, because no one reads more findings of one kind. The rest is counted. */
const MOST_OF_A_CODE = MAX_PAGES
/** A higher limit for findings that a profile and the fields of a scene add, so that the rest is not counted twice. */
export const MOST_TOLD = 2 * MOST_OF_A_CODE

/** Keeps the order. The findings of a code above the limit become one at the end, with the worst of their severities. */
export function boundFindings<F extends Fact>(facts: readonly F[], most = MOST_OF_A_CODE): (F | Finding)[] {
  if (facts.length <= most) return [...facts]
  const kept: (F | Finding)[] = []
  const counts = new Map<FindingCode, { met: number; gravest: Severity }>()
  for (const fact of facts) {
    // Measurements of equal objects are one already.
    if ('rule' in fact) {
      kept.push(fact)
      continue
    }
    const known = counts.get(fact.code) ?? { met: 0, gravest: 'info' }
    counts.set(fact.code, known)
    known.met += 1
    if (known.met <= most) kept.push(fact)
    else if (SEVERITIES.indexOf(fact.severity) > SEVERITIES.indexOf(known.gravest))
      known.gravest = fact.severity
  }
  for (const [code, { met, gravest }] of counts) {
    const left = met - most
    if (left <= 0) continue
    kept.push({ code, severity: gravest, says: 'more', count: left })
  }
  return kept
}
