/** Counts the faults of the objects of a page: one finding for each code and page, with the first few places. */

import type { Box } from '../geometry/box.ts'
import type { FindingCode } from './codes.ts'
import type { Finding, Severity } from './finding.ts'

export interface CountedCode {
  readonly severity: Severity
  readonly ref?: string
}

export interface Tally<Code extends FindingCode> {
  add(code: Code, page: number, box: Box | null, found?: string, severity?: Severity): void
  findings(): Finding[]
}

interface Entry {
  readonly page: number
  count: number
  severity: Severity
  readonly boxes: Box[]
  readonly found: Set<string>
}

const MAX_BOXES = 5
const MAX_FOUND = 8
const RANK: Readonly<Record<Severity, number>> = { info: 0, warn: 1, fail: 2 }

export function createTally<Code extends FindingCode>(
  codes: Readonly<Record<Code, CountedCode>>,
): Tally<Code> {
  const entries = new Map<string, Entry & { readonly code: Code }>()
  return {
    add(code, page, box, found = '', severity = codes[code].severity) {
      const key = `${code} ${page}`
      const known = entries.get(key) ?? {
        code,
        page,
        count: 0,
        severity,
        boxes: [],
        found: new Set<string>(),
      }
      entries.set(key, known)
      // If the severities differ, only the objects with the worst one are counted.
      if (RANK[severity] > RANK[known.severity]) {
        known.severity = severity
        known.count = 0
        known.boxes.length = 0
      }
      if (found !== '' && known.found.size < MAX_FOUND) known.found.add(found)
      if (RANK[severity] < RANK[known.severity]) return
      known.count += 1
      if (box !== null && known.boxes.length < MAX_BOXES) known.boxes.push(rounded(box))
    },
    findings: () =>
      [...entries.values()].map(({ code, page, count, severity, boxes, found }): Finding => {
        const { ref } = codes[code]
        const names = [...found].join(', ')
        const [bbox] = boxes
        return {
          code,
          severity,
          ...(names === '' ? {} : { params: { kinds: [...found] } }),
          page,
          ...(bbox === undefined ? {} : { bbox }),
          ...(count > 1 ? { count, boxes } : {}),
          ...(names === '' ? {} : { found: names }),
          ...(ref === undefined ? {} : { ref }),
        }
      }),
  }
}

function rounded(box: Box): Box {
  return box.map((value) => Math.round(value * 100) / 100) as unknown as Box
}
