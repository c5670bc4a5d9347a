/** Programs that a process of tests starts once for all of its files, such as a browser, and ends after the last. */

interface Kept {
  close(): Promise<void>
}

const kept: Kept[] = []

/** For one program each. In parallel, mocha ends the process with all that it started. */
export function keepForTheRun(program: Kept): void {
  kept.push(program)
}

export function keptForTheRun(): readonly Kept[] {
  return kept
}

export async function mochaGlobalTeardown(): Promise<void> {
  for (const program of kept.splice(0)) await program.close()
}
