/** A queue in which teams take turns, so that one's flood keeps nobody else waiting. */
import { ServiceError } from '../../core/errors.ts'

export interface TurnsOptions {
  /** Most tasks at once. */
  readonly size: number
  /** Most tasks waiting, of all teams and of one. */
  readonly mostWaiting: number
  readonly mostOfTeam: number
  /** Most tasks at once that take long. */
  readonly slowAtOnce: number
  /**
   * Most tasks at once of one team while others are about: what is left stands free for them, for a task cannot be
   * taken back once it has begun. A team by itself has all.
   */
  readonly teamAtOnce: number
  /** In ms; by default that of the process. */
  readonly now?: () => number
}

/**
 * While a quick task is done for a team that wants no more than that, one with many begins no further task beside it:
 * with as many workers as processors, it would be done on the processor that answers. Decision: it makes way for so
 * long at a time; as a rule that is one task of some ms, after which it has its turn.
 */
const MAKES_WAY_MS = 100
/** So many tasks that wait are many. */
const MANY_PER_WORKER = 2

/** For so long after its last task a team is about. Decision: a shopper who types asks several times within it. */
const ABOUT_MS = 10_000

function count(of: Map<string, number>, teamId: string, more: 1 | -1): void {
  const many = (of.get(teamId) ?? 0) + more
  if (many > 0) of.set(teamId, many)
  else of.delete(teamId)
}

export interface Turn {
  readonly teamId: string
  /** Tasks of one topic that take long are done one after the other: the second will not take long any more. */
  readonly topic: string
  /** Asked when its turn may have come. */
  isSlow(): boolean
}

export interface Turns {
  /** Rejects with `overloaded` where too many wait, else with what the work rejects with. */
  take<T>(turn: Turn, work: () => Promise<T>): Promise<T>
  /** Rejects all that waits. */
  clear(error: () => Error): void
}

interface Waiting extends Turn {
  run(): Promise<unknown>
  refuse(error: Error): void
}

export function createTurns(options: TurnsOptions): Turns {
  const { size, mostWaiting, mostOfTeam, slowAtOnce, teamAtOnce, now = () => performance.now() } = options
  /** Teams in the order of their turns: whoever is served goes to the end. */
  const teams = new Map<string, Waiting[]>()
  const slowTopics = new Set<string>()
  const runningOf = new Map<string, number>()
  /** Those of `runningOf` that do not take long. */
  const quickOf = new Map<string, number>()
  /** When each team last began a task. */
  const begunAt = new Map<string, number>()
  /** When each team last came, the latest last. */
  const seen = new Map<string, number>()
  let running = 0
  let waiting = 0

  function note(teamId: string): void {
    seen.delete(teamId)
    seen.set(teamId, now())
    for (const [team, at] of seen) {
      if (now() - at <= ABOUT_MS) break
      seen.delete(team)
      begunAt.delete(team)
    }
  }

  function makesWay(teamId: string, tasks: readonly Waiting[]): boolean {
    if (tasks.length < MANY_PER_WORKER * size || running < size - 1) return false
    if (now() - (begunAt.get(teamId) ?? Number.NEGATIVE_INFINITY) > MAKES_WAY_MS) return false
    for (const team of quickOf.keys()) if (team !== teamId && !teams.has(team)) return true
    return false
  }

  /** Another team may come at any time. */
  function hasCompany(teamId: string): boolean {
    for (const [team, at] of seen) if (team !== teamId && now() - at <= ABOUT_MS) return true
    return false
  }

  function hasItsShare(teamId: string): boolean {
    return (runningOf.get(teamId) ?? 0) >= teamAtOnce && hasCompany(teamId)
  }

  function next(): Waiting | null {
    for (const [teamId, tasks] of teams) {
      if (hasItsShare(teamId) || makesWay(teamId, tasks)) continue
      const at = tasks.findIndex(
        (task) => !slowTopics.has(task.topic) && (!task.isSlow() || slowTopics.size < slowAtOnce),
      )
      const task = tasks[at]
      if (task === undefined) continue
      tasks.splice(at, 1)
      teams.delete(teamId)
      if (tasks.length > 0) teams.set(teamId, tasks)
      return task
    }
    return null
  }

  function pump(): void {
    while (running < size) {
      const task = next()
      if (task === null) return
      waiting -= 1
      running += 1
      const slow = task.isSlow()
      if (slow) slowTopics.add(task.topic)
      begunAt.set(task.teamId, now())
      count(runningOf, task.teamId, 1)
      if (!slow) count(quickOf, task.teamId, 1)
      void task.run().finally(() => {
        running -= 1
        count(runningOf, task.teamId, -1)
        if (slow) slowTopics.delete(task.topic)
        else count(quickOf, task.teamId, -1)
        pump()
      })
    }
  }

  return {
    take<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
      note(turn.teamId)
      const own = teams.get(turn.teamId) ?? []
      if (waiting >= mostWaiting || own.length >= mostOfTeam) {
        // Decision: as long as it takes until about half of what waits is done, between 1 and 5 seconds.
        const retryAfterSeconds = Math.min(5, Math.max(1, Math.ceil(own.length / (8 * size))))
        return Promise.reject(new ServiceError('overloaded', { retryAfterSeconds }))
      }
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      own.push({ ...turn, run: () => work().then(resolve, reject), refuse: reject })
      teams.set(turn.teamId, own)
      waiting += 1
      pump()
      return promise
    },
    clear(error) {
      for (const tasks of teams.values()) for (const task of tasks) task.refuse(error())
      teams.clear()
      waiting = 0
    },
  }
}
