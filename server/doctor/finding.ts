/** What the doctor finds: one fact of the installation, and what to do where it is a fault. */

export interface DoctorFinding {
  /** What was checked, in a word or two. */
  readonly check: string
  /** A warning can wait; an error loses work, or will. */
  readonly severity: 'ok' | 'warning' | 'error'
  readonly says: string
  /** The next step; null where there is none to take. */
  readonly mend: string | null
}

/** The findings of one subject, under its name. */
export function findingsOf(check: string) {
  return {
    ok: (says: string): DoctorFinding => ({ check, severity: 'ok', says, mend: null }),
    warning: (says: string, mend: string): DoctorFinding => ({ check, severity: 'warning', says, mend }),
    error: (says: string, mend: string): DoctorFinding => ({ check, severity: 'error', says, mend }),
  }
}

export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.trim().replace(/\.$/, '')
}
