/** The output profile that comes with the service. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Output } from '../../core/engine/press/output.ts'
import type { ProfileLibrary } from '../../core/service/color/profile-library.ts'

const COATED = 'coated'
const FILE = join(import.meta.dirname, 'coated.icc')

/**
 * Coated paper in sheet-fed offset, 300 % of ink at most. Decision: no registry knows a profile that was made here, so
 * the condition is `Custom`, and says of which data it was made: FOGRA39L.ti3 of icc-profiles-free (zlib licence), by
 * `colprof -ql -bl -nc -kr -l 300 -L 100` of Argyll CMS.
 */
function readCoated(): Output {
  const bytes = readFileSync(FILE)
  return {
    format: 'pdfx4',
    profile: {
      id: COATED,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      condition: 'Custom',
      info: 'Coated offset, from FOGRA39L characterization data',
      registry: null,
    },
    bytes,
  }
}

/** The file of a profile that comes with the service; null for any other. */
export function bundledProfilePath(id: string): string | null {
  return id === COATED ? FILE : null
}

/** Read with the first use. */
export function openProfileLibrary(): ProfileLibrary {
  let read: [Output] | null = null
  return {
    bundled() {
      read ??= [readCoated()]
      return read
    },
  }
}
