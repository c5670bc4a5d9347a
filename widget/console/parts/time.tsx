/** A point in time in the notation of the language. */
import { useFormat } from '../format.ts'

export interface TimeProps {
  /** RFC 3339. */
  readonly at: string
  /** The day alone, or how long it is ago; else day and time. */
  readonly as?: 'time' | 'day' | 'since'
}

export function Time({ at, as = 'time' }: TimeProps) {
  return <time dateTime={at}>{useFormat()[as](at)}</time>
}
