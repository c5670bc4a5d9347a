/** What a long benchmark does meanwhile, on stderr: its figures stay alone on stdout. */

const begun = performance.now()

export function tellStep(step: string): void {
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.error(`  ${String(seconds).padStart(4)} s  ${step}`)
}
