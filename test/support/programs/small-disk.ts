/** A real disk of a few megabytes, which a test can fill up and make read-only; it takes the right to mount one. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, realpath, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leavePending } from '../run/leave-pending.ts'

export interface SmallDisk {
  readonly folder: string
  /** Fills it up to so many bytes, in whole blocks; again, it fills what has come free. */
  fill(leftBytes?: number): Promise<void>
  /** Takes back what `fill` put there. */
  free(): Promise<void>
  /** Nothing may be open for writing on it. */
  setReadOnly(readOnly: boolean): void
  unmount(): Promise<void>
}

const FILLING = 'filling'

/** In a `before` hook: the tests are pending, with the reason, where this account may not mount a disk. */
export async function needsSmallDisk(context: Mocha.Context, megabytes: number): Promise<SmallDisk> {
  const disk = await mountSmallDisk(megabytes).catch((error: Error) => error)
  if (!(disk instanceof Error)) return disk
  return leavePending(context, `a disk to mount: ${disk.message.split('\n').join(' ')}`)
}

async function mountSmallDisk(megabytes: number): Promise<SmallDisk> {
  if (process.platform !== 'linux') throw new Error('this is not Linux')
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'platen-disk-'))
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'platen-test', folder)
  } catch (error) {
    await rm(folder, { recursive: true })
    throw error
  }
  let fillings = 0
  return {
    folder,
    async fill(leftBytes = 0) {
      const { bavail, bsize } = await statfs(folder)
      const bytes = Math.max(0, bavail - Math.ceil(leftBytes / bsize)) * bsize
      fillings += 1
      try {
        writeFileSync(join(folder, `${FILLING}-${fillings}`), Buffer.alloc(bytes, 1))
      } catch (error) {
        // Something else was written meanwhile.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    async free() {
      for (; fillings > 0; fillings -= 1) await rm(join(folder, `${FILLING}-${fillings}`))
    },
    setReadOnly: (readOnly) => mount('-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder),
    async unmount() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
      await rm(folder, { recursive: true })
    },
  }
}

function mount(...words: readonly string[]): void {
  execFileSync('mount', [...words], { stdio: 'pipe' })
}
