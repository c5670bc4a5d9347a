/** Starts the judges of one file as a process of their own, with an end: no file stops the others. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { JudgedFile, Spoken } from './judge-file.ts'
import type { FileRecord, Stage } from './record.ts'

const PROGRAM = join(import.meta.dirname, 'judge-file.ts')
const LAST_WORDS = 500

export interface Judgement extends Pick<FileRecord, 'verdicts' | 'unjudged'> {
  readonly ms: Readonly<Partial<Record<Stage, number>>>
}

/** What the judges said until they were through, died, or had had their time. */
export async function judge(judged: JudgedFile, limitMs: number): Promise<Judgement> {
  // In a group of their own: the RIPs that they have started end with them.
  const child = spawn(process.execPath, [PROGRAM], { stdio: 'pipe', detached: true })
  let said = ''
  let lastWords = ''
  let isLate = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastWords = `${lastWords}${text}`.slice(-LAST_WORDS)
  })
  child.stdin.on('error', () => {}).end(JSON.stringify(judged))
  const limit = setTimeout(() => {
    isLate = true
    endGroup(child.pid)
  }, limitMs)
  const [code, signal] = await once(child, 'close')
  clearTimeout(limit)
  const lines = said.split('\n').slice(0, -1)
  const spoken = lines.map((line) => JSON.parse(line) as Spoken)
  const ms: Partial<Record<Stage, number>> = {}
  for (const one of spoken) ms[one.stage] = (ms[one.stage] ?? 0) + one.ms
  const ended = isLate ? `not within ${limitMs / 1000} s` : `ended with ${code ?? signal}: ${lastWords}`
  return { verdicts: spoken.map(({ verdict }) => verdict), unjudged: code === 0 ? null : ended, ms }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself meanwhile.
  }
}
