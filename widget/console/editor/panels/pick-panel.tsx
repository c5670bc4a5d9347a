/** Turns artwork text into fields: the selected runs, and the fields that they become. */

import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Loading } from '../../parts/loading.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { MissingFonts } from './pick-fonts.tsx'
import { AS_IT_IS, type ForeignColor, foreignColor, InkQuestion, UNANSWERED } from './pick-ink.tsx'

export interface PickPanelProps {
  readonly picked: ReadonlySet<string>
  onPick(id: string): void
  onTaken(): void
}

export function PickPanel({ picked, onPick, onTaken }: PickPanelProps) {
  const editor = useEditor()
  const { store, state, words, tag, artwork } = editor
  const [label, setLabel] = useState('')
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const runs = artwork.value?.runs ?? []
  const pickable = runs.filter((run) => run.pickable)
  const chosen = pickable.filter(({ id }) => picked.has(id))
  const { inks } = state.scene
  const foreign = new Map(
    chosen.flatMap((run) => {
      const color = foreignColor(run, inks)
      return color === null ? [] : [[color.name, color] as const]
    }),
  )
  const answerOf = (color: ForeignColor) => answers[color.name] ?? (color.kept ? AS_IT_IS : UNANSWERED)
  const unanswered = [...foreign.values()].some((color) => answerOf(color) === UNANSWERED)
  const inkOf = (id: string | undefined): string | null => {
    const run = runs.find((one) => one.id === id)
    const color = run === undefined ? null : foreignColor(run, inks)
    const answer = color === null ? AS_IT_IS : answerOf(color)
    return answer === AS_IT_IS ? null : answer
  }
  const take = async (picks: readonly { runs: readonly string[]; label?: string }[]) => {
    const labels = await store.convert(
      picks,
      picks.map((pick) => inkOf(pick.runs[0])),
    )
    if (labels === null) return
    editor.say(phrase(words.pick.done, { labels: labels.join(', ') }))
    setLabel('')
    onTaken()
  }
  const named = label.trim() === '' ? {} : { label: label.trim() }
  const size = (points: number) => `${points.toLocaleString(tag, { maximumFractionDigits: 1 })} pt`
  return (
    <section class="panel" aria-labelledby="pick-title">
      <h3 id="pick-title">{words.pick.title}</h3>
      <p class="hint">{words.pick.lead}</p>
      {artwork.value === null && artwork.error === null ? <Loading label={words.pick.loading} /> : null}
      <ErrorNotice error={artwork.error} onRetry={artwork.reload} />
      {artwork.value !== null && pickable.length === 0 ? <p>{words.pick.none}</p> : null}
      <ul class="runs">
        {runs.map((run) => (
          <li key={run.id}>
            {run.pickable ? (
              <Checkbox
                label={run.text}
                hint={phrase(words.pick.facts, { font: run.font.requested, size: size(run.size_pt) })}
                checked={picked.has(run.id)}
                onChange={() => onPick(run.id)}
              />
            ) : (
              <p class="hint">
                <bdi>{run.text}</bdi>: {run.reason}
              </p>
            )}
          </li>
        ))}
      </ul>
      {artwork.value?.truncated ? <p class="hint">{words.pick.many}</p> : null}
      {chosen.length === 0 ? null : (
        <div class="stack pick-actions">
          <TextInput label={words.pick.label} value={label} maxLength={200} dir="auto" onInput={setLabel} />
          {[...foreign.values()].map((color) => (
            <InkQuestion
              key={color.name}
              color={color}
              answer={answerOf(color)}
              onAnswer={(answer) => setAnswers({ ...answers, [color.name]: answer })}
            />
          ))}
          {[...new Set(chosen.flatMap((run) => run.lost_look ?? []))].map((look) => (
            <p key={look} class="hint warn">
              {words.pick.lostLook[look]}
            </p>
          ))}
          <MissingFonts runs={chosen} />
          {store.unsaved ? <p class="hint">{words.pick.savesFirst}</p> : null}
          <div class="row">
            <Button
              kind="main"
              busy={state.busy === 'converting'}
              disabled={unanswered}
              onClick={() => void take([{ runs: chosen.map(({ id }) => id), ...named }])}
            >
              {phrase(words.pick.take, { count: chosen.length })}
            </Button>
            {chosen.length < 2 ? null : (
              <Button
                busy={state.busy === 'converting'}
                disabled={unanswered}
                onClick={() => void take(chosen.map(({ id }) => ({ runs: [id] })))}
              >
                {phrase(words.pick.each, { count: chosen.length })}
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  )
}
