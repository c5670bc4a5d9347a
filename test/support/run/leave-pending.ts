/** Tests that cannot run on this machine: pending, each with what it needs, which the end of the run counts. */
import type { Context, Hook } from 'mocha'

const REASON = /\[(needs [^\]]+)\]/

/**
 * Leaves the test pending, in a hook the whole suite, with the reason in its title. `need` names what is missing, as
 * people install or set it.
 */
export function leavePending(context: Context, need: string): never {
  const { test } = context
  const titled = (test as Hook | undefined)?.type === 'hook' ? test?.parent : test
  const reason = ` [needs ${need}]`
  if (titled && !titled.title.endsWith(reason)) titled.title += reason
  return context.skip()
}

interface Pending {
  readonly title: string
  readonly file: string
}

/** A line for each reason, the most frequent first. */
export function pendingLines(tests: readonly Pending[]): readonly string[] {
  const reasons = Map.groupBy(tests, ({ title }) => REASON.exec(title)?.[1] ?? 'skipped without a reason')
  return [...reasons]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([reason, its]) => {
      const files = new Set(its.map(({ file }) => file))
      return `${reason}: ${counted(its.length, 'test')} in ${counted(files.size, 'file')}`
    })
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
