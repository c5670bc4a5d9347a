/** A queue in which teams take turns, so that one team's load does not delay the others. */
import { ServiceError } from '../../core/errors.ts'

export interface FairQueueOptions {
  /** Most tasks at once. */
  readonly size: number
  /** Most tasks waiting, of all teams and of one. */
  readonly mostWaiting: number
  readonly mostOfTeam: number
  /** Most slow tasks at once; the other places stay free for quick ones. */
  readonly slowAtOnce: number
  /**
   * Most tasks of one team at once; the other places stay free for other teams, because a running task cannot be stopped.
   * Decision: also while no other team waits. With round robin alone a preview beside another team's flood takes 2.1 to
   * 2.4 times as long as without (p95 of a model of two processors), with a reserved place 1.5 to 1.8.
   */
  readonly teamAtOnce: number
}

/**
 * A team with so many waiting tasks starts none beside the single quick task of another team, nor right after it: with as
 * many workers as processors, both would compete with the requests. Decision: it gives way to tasks that were there when
 * its turn came, never to later ones, so that it waits for one quick task at most. A preview beside another team's flood
 * takes 1.2 to 1.8 times as long as without (p95 by `npm run bench -- preview`, ten runs), 1.7 to 2.1 without AFTERWARDS_MS,
 * 2.4 to 2.7 where nobody gives way.
 */
const MANY_PER_WORKER = 2
/** The reply to a quick task is still under way, and whoever looks at it often asks for the next one. */
const AFTERWARDS_MS = 10

export interface QueuedTask {
  readonly teamId: string
  /** Slow tasks of one topic run one after the other: the first makes the next ones quick. */
  readonly topic: string
  /** Called when the task may get its turn. */
  isSlow(): boolean
}

export interface FairQueue {
  /** Rejects with `overloaded` if too many tasks wait, or as the work rejects. */
  run<T>(task: QueuedTask, work: () => Promise<T>): Promise<T>
  /** Rejects all waiting tasks. */
  clear(error: () => Error): void
}

interface Waiting extends QueuedTask {
  run(): Promise<unknown>
  refuse(error: Error): void
}

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { size, mostWaiting, mostOfTeam, slowAtOnce, teamAtOnce } = options
  /** Teams in the order of their turns: a served team goes to the end. */
  const teams = new Map<string, Waiting[]>()
  const slowTopics = new Set<string>()
  const runningOf = new Map<string, number>()
  /** Teams of the quick tasks that run or have just ended, by task number. */
  const quick = new Map<number, string>()
  /** For each team that gives way: the last task that had begun at its turn. */
  const madeWayAt = new Map<string, number>()
  let running = 0
  let begun = 0
  let waiting = 0

  function count(teamId: string, more: 1 | -1): void {
    const many = (runningOf.get(teamId) ?? 0) + more
    if (many > 0) runningOf.set(teamId, many)
    else runningOf.delete(teamId)
  }

  function makesWay(teamId: string, tasks: readonly Waiting[]): boolean {
    const since = madeWayAt.get(teamId) ?? begun
    const isBeside = [...quick].some(
      ([number, other]) => number <= since && other !== teamId && !teams.has(other),
    )
    if (tasks.length < MANY_PER_WORKER * size || !isBeside) return false
    madeWayAt.set(teamId, since)
    return true
  }

  function next(): Waiting | null {
    for (const [teamId, tasks] of teams) {
      if ((runningOf.get(teamId) ?? 0) >= teamAtOnce || makesWay(teamId, tasks)) continue
      const at = tasks.findIndex(
        (task) => !slowTopics.has(task.topic) && (!task.isSlow() || slowTopics.size < slowAtOnce),
      )
      const task = tasks[at]
      if (task === undefined) continue
      madeWayAt.delete(teamId)
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
      begun += 1
      const number = begun
      const slow = task.isSlow()
      if (slow) slowTopics.add(task.topic)
      else quick.set(number, task.teamId)
      count(task.teamId, 1)
      void task.run().finally(() => {
        running -= 1
        count(task.teamId, -1)
        if (slow) slowTopics.delete(task.topic)
        else setTimeout(forgetQuick, AFTERWARDS_MS, number)
        pump()
      })
    }
  }

  function forgetQuick(number: number): void {
    quick.delete(number)
    pump()
  }

  return {
    run<T>(task: QueuedTask, work: () => Promise<T>): Promise<T> {
      const own = teams.get(task.teamId) ?? []
      if (waiting >= mostWaiting || own.length >= mostOfTeam) {
        // Decision: the time in which about half of the waiting tasks finish, between 1 and 5 seconds.
        const retryAfterSeconds = Math.min(5, Math.max(1, Math.ceil(own.length / (8 * size))))
        return Promise.reject(new ServiceError('overloaded', { retryAfterSeconds }))
      }
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      own.push({ ...task, run: () => work().then(resolve, reject), refuse: reject })
      teams.set(task.teamId, own)
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
