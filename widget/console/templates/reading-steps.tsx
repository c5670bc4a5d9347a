/** The steps of reading an uploaded PDF, and how long it takes. */
import { useFormat } from '../format.ts'
import { useElapsed } from '../parts/drawing-wait.tsx'
import { phrase, useWords } from '../words.ts'
import { UPLOAD_STEPS, type UploadStep } from './upload-steps.ts'

/** Most files are read sooner. */
const QUIET_MS = 2000
const LONG_SECONDS = 8

export function Steps({ step }: { readonly step: UploadStep | null }) {
  const words = useWords('templates')
  const now = step === null ? 0 : UPLOAD_STEPS.indexOf(step)
  return (
    <>
      <ol class="steps" aria-label={words.upload.steps}>
        {UPLOAD_STEPS.map((one, at) => {
          const state = at < now ? 'done' : at === now ? 'now' : 'next'
          const said = { done: words.upload.stepDone, now: words.upload.stepNow, next: words.upload.stepNext }
          return (
            <li key={one} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span class="step-sign" aria-hidden="true" />
              {words.upload.step[one]}
              <span class="spoken">, {said[state]}</span>
            </li>
          )
        })}
      </ol>
      <Elapsed />
    </>
  )
}

/** How long the file is being read; large ones take a while. */
function Elapsed() {
  const words = useWords('templates').upload
  const format = useFormat()
  const seconds = useElapsed(QUIET_MS)
  if (seconds === null) return null
  return (
    <p class="hint">
      {phrase(words.elapsed, { seconds: format.number(seconds) })}
      {seconds >= LONG_SECONDS ? ` ${words.long}` : null}
    </p>
  )
}
