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

/** For so long after its last task a team is about. Decision: a shopper who types asks several times within it. */
const ABOUT_MS = 10_000

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
    }
  }

  /** Whether the team has its share and another one may come at any time. */
  function hasItsShare(teamId: string): boolean {
    if ((runningOf.get(teamId) ?? 0) < teamAtOnce) return false
    for (const [team, at] of seen) if (team !== teamId && now() - at <= ABOUT_MS) return true
    return false
  }

  function next(): Waiting | null {
    for (const [teamId, tasks] of teams) {
      if (hasItsShare(teamId)) continue
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
      runningOf.set(task.teamId, (runningOf.get(task.teamId) ?? 0) + 1)
      void task.run().finally(() => {
        running -= 1
        const left = (runningOf.get(task.teamId) ?? 1) - 1
        if (left > 0) runningOf.set(task.teamId, left)
        else runningOf.delete(task.teamId)
        if (slow) slowTopics.delete(task.topic)
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
