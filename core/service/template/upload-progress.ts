/** The progress of uploads while they are read, under a name chosen by the client. */
import type { Clock } from '../../clock.ts'
import type { CompileStep } from '../../engine/press/compile-step.ts'
import { notFound, ServiceError } from '../../errors.ts'
import type { UploadStatus, UploadStep } from './upload-steps.ts'

export interface UploadProgress {
  readonly id: string
  readonly status: UploadStatus
  /** The latest step. */
  readonly step: UploadStep
  /** The resulting template, after success. */
  readonly templateId: string | null
  /** Why it failed; null for an internal error, which the reply reports. */
  readonly error: { readonly code: string; readonly message: string } | null
}

/** Called by the upload; `step` may repeat an earlier step. */
export interface UploadWatch {
  step(step: CompileStep | 'saving'): void
}

/** An upload whose sender looks at its steps meanwhile, by an id of their own. */
export interface FollowedUpload {
  readonly progressId?: string | null | undefined
}

export interface UploadProgresses {
  /** Runs `work` and keeps what becomes of it for an hour; without an id it only runs. */
  watch<T extends { readonly template: { readonly id: string } }>(
    teamId: string,
    id: string | null,
    work: (watch: UploadWatch) => Promise<T>,
  ): Promise<T>
  /** Throws `not_found`, also for an incomplete upload, and for one in another process. */
  find(teamId: string, id: string): UploadProgress
  /** The team's uploads, the latest step first; `find` and `list` know the same ones. */
  list(teamId: string): readonly UploadProgress[]
}

const KEPT_MS = 3_600_000
const MOST = 1_000

/**
 * Decision: told from memory, by the process that reads the file: what matters is the reply to the upload, and the
 * same file sent again is the same template.
 */
export function createUploadProgresses(clock: Clock): UploadProgresses {
  const kept = new Map<
    string,
    { readonly at: number; readonly teamId: string; readonly progress: UploadProgress }
  >()
  const keyOf = (teamId: string, id: string): string => `${teamId} ${id}`
  const isCurrent = ({ at }: { readonly at: number }): boolean => clock.now() - at <= KEPT_MS
  const put = (teamId: string, progress: UploadProgress): void => {
    const key = keyOf(teamId, progress.id)
    // Written again, so that the map is in the order of the last step.
    kept.delete(key)
    kept.set(key, { at: clock.now(), teamId, progress })
    for (const [oldest, one] of kept) {
      if (kept.size <= MOST && isCurrent(one)) break
      kept.delete(oldest)
    }
  }
  return {
    async watch(teamId, id, work) {
      if (id === null) return work({ step() {} })
      let progress: UploadProgress = { id, status: 'running', step: 'waiting', templateId: null, error: null }
      const change = (changes: Partial<UploadProgress>): void => {
        progress = { ...progress, ...changes }
        put(teamId, progress)
      }
      change({})
      try {
        const made = await work({ step: (step) => change({ step }) })
        change({ status: 'succeeded', templateId: made.template.id })
        return made
      } catch (error) {
        const known = error instanceof ServiceError ? { code: error.code, message: error.message } : null
        change({ status: 'failed', error: known })
        throw error
      }
    },
    find(teamId, id) {
      const found = kept.get(keyOf(teamId, id))
      if (found === undefined || !isCurrent(found)) throw notFound('upload')
      return found.progress
    },
    list(teamId) {
      const own = [...kept.values()].filter((one) => one.teamId === teamId && isCurrent(one))
      return own.map(({ progress }) => progress).reverse()
    },
  }
}
