/** While a page is drawn for the first time: what is drawn, and for how long. Short waits show nothing. */
import { useEffect, useState } from 'preact/hooks'
import { useFormat } from '../format.ts'
import { phrase, useWords } from '../words.ts'
import { Progress } from './progress.tsx'

/** What is there sooner needs no word. */
const QUIET_MS = 600
/** From here on people want to know why. */
const LONG_SECONDS = 3

export function DrawingWait({ what }: { readonly what: string }) {
  const words = useWords('shared')
  const format = useFormat()
  const seconds = useElapsed(QUIET_MS)
  const label = phrase(words.drawing, { what })
  if (seconds === null) return <span class="spoken">{label}</span>
  const isLong = seconds >= LONG_SECONDS
  return (
    <div class="drawing-wait">
      <Progress value={null} label={label} detail={isLong ? `${format.number(seconds)} s` : undefined} />
      {isLong ? <p class="hint">{words.drawingLong}</p> : null}
    </div>
  )
}

/** Whole seconds since it was first shown; null for the first `quietMs`. */
export function useElapsed(quietMs: number): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    const start = performance.now()
    const update = () => setSeconds(Math.floor((performance.now() - start) / 1000))
    let timer: ReturnType<typeof setInterval> | undefined
    const first = setTimeout(() => {
      update()
      timer = setInterval(update, 1000)
    }, quietMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [quietMs])
  return seconds
}
