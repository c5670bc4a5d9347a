/** Takes the processor for so long, however long that is by the clock. */

export function burn(ms: number): void {
  const before = process.cpuUsage()
  for (let taken = 0; taken < ms * 1000; ) {
    for (let turn = 0; turn < 200_000; turn += 1) Math.sqrt(turn)
    const { user, system } = process.cpuUsage(before)
    taken = user + system
  }
}
