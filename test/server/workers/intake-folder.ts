/** The real intake of pictures with a folder for what it reads and keeps. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openIntake } from '../../../server/workers/intake.ts'
import { builtWorkers } from '../../support/run/built-programs.ts'

/** In a `describe`. `at`: a path in the folder; `paths`: those of what is kept. */
export function useIntake() {
  let folder: string
  let intake: ReturnType<typeof openIntake>
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-intake-'))
    intake = openIntake({ ...builtWorkers(), size: 1, timeoutSeconds: 15, memoryMb: 1024, folder })
  })
  after(async () => {
    await intake.close()
    rmSync(folder, { recursive: true })
  })
  const at = (name: string) => join(folder, name)
  const paths = () => ({
    ...{ print: at('print'), mask: at('mask'), gray: at('gray') },
    ...{ screen: at('screen'), thumbnail: at('thumbnail') },
  })
  return { intake: () => intake, at, paths }
}
