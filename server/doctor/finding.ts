/** What the doctor finds: one fact of the installation, and what to do where it is a fault. */

export interface DoctorFinding {
  /** What was checked, in a word or two. */
  readonly check: string
  /** A warning can wait; an error loses work, or will. */
  readonly severity: 'ok' | 'warning' | 'error'
  readonly message: string
  /** The next step; null where there is none to take. */
  readonly fix: string | null
}

/** The findings of one subject, under its name. */
export function findingsOf(check: string) {
  return {
    ok: (message: string): DoctorFinding => ({ check, severity: 'ok', message, fix: null }),
    warning: (message: string, fix: string): DoctorFinding => ({ check, severity: 'warning', message, fix }),
    error: (message: string, fix: string): DoctorFinding => ({ check, severity: 'error', message, fix }),
  }
}

export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.trim().replace(/\.$/, '')
}
