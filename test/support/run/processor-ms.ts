/** The processor's time of this process, for bounds that a busy machine does not touch. */

/** Milliseconds since the process began; all threads of it count. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
