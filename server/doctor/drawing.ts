/** Checks the worker processes of the roles press and raster: one reads a sample PDF, another draws its plates. */
import { join } from 'node:path'
import { DEFAULT_PROFILE } from '../../core/engine/finding/profile.ts'
import { checkFile } from '../cli/check-file.ts'
import type { Config } from '../config.ts'
import { type DoctorFinding, findingsOf, reasonOf } from './finding.ts'

const SAMPLE = join(import.meta.dirname, '../../examples/wedding-card.pdf')

export async function checkDrawing(config: Config): Promise<readonly DoctorFinding[]> {
  if (!config.roles.includes('press') && !config.roles.includes('raster')) return []
  const { ok, error } = findingsOf('workers')
  const began = performance.now()
  const asked = { file: SAMPLE, profile: DEFAULT_PROFILE, plates: true, pictures: null }
  try {
    await checkFile(config, asked, () => {})
    const seconds = (performance.now() - began) / 1000
    return [ok(`A sample PDF was read and drawn in ${seconds.toFixed(1)} s.`)]
  } catch (cause) {
    return [
      error(
        `A sample PDF could not be read and drawn: ${reasonOf(cause)}.`,
        'Raise PRESS_MEMORY_MB and RASTER_MEMORY_MB to their defaults. Allow the account to start processes and to map ' +
          'executable memory (MemoryDenyWriteExecute=no in the systemd unit).',
      ),
    ]
  }
}
