/** The page's plates with their coverage; each can be hidden on the page. */

import { useEffect, useState } from 'preact/hooks'
import { api } from '../../api.ts'
import { type ApiError, asApiError } from '../../api-error.ts'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Swatch } from '../../parts/swatch.tsx'
import { phrase } from '../../words.ts'
import { drawnState, useEditor } from '../context.ts'
import type { PlatesWire } from '../editor-api.ts'
import { IconButton } from '../parts/icon-button.tsx'

const REST_MS = 400

export function PlatesPanel() {
  const editor = useEditor()
  const { state, look, setLook, words, tag } = editor
  const { value, error, again } = usePlates(drawnState(state, look))
  const percent = (of: number) =>
    (of / 100).toLocaleString(tag, { style: 'percent', maximumFractionDigits: 2 })
  const names = (value?.plates ?? []).map(({ name }) => name)
  const shown = look.plates ?? names
  const show = (list: readonly string[]) =>
    setLook({ plates: names.every((name) => list.includes(name)) ? null : list })
  return (
    <section class="panel" aria-labelledby="plates-title">
      <h3 id="plates-title">{words.plates.title}</h3>
      <p class="hint">{words.plates.lead}</p>
      <ErrorNotice error={error} onRetry={again} />
      {value === null && error === null ? <Loading label={words.plates.loading} /> : null}
      {value === null ? null : (
        <>
          <table class="plates">
            <caption class="spoken">{words.plates.title}</caption>
            <thead>
              <tr>
                <th scope="col">{words.plates.title}</th>
                <th scope="col" class="number">
                  {words.plates.coverage}
                </th>
                <th scope="col" class="number">
                  {words.plates.most}
                </th>
                <th scope="col">
                  <span class="spoken">{words.plates.only}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.plates.map((plate) => (
                <tr key={plate.name}>
                  <th scope="row">
                    <span class="plate-name">
                      <Checkbox
                        label={phrase(words.plates.show, { name: plate.name })}
                        hideLabel
                        checked={shown.includes(plate.name)}
                        onChange={(on) =>
                          show(
                            on
                              ? names.filter((name) => name === plate.name || shown.includes(name))
                              : shown.filter((name) => name !== plate.name),
                          )
                        }
                      />
                      <span>
                        <Swatch hex={plate.screen_color} label={plate.name} />
                        {plate.kind === 'process' ? null : (
                          <span class="plate-kind">{words.plates.kinds[plate.kind]}</span>
                        )}
                      </span>
                    </span>
                  </th>
                  <td class="number">{percent(plate.coverage_pct)}</td>
                  <td class="number">{percent(plate.max_pct)}</td>
                  <td>
                    <IconButton
                      label={`${words.plates.only}: ${plate.name}`}
                      onClick={() => show([plate.name])}
                    >
                      <path d="M1.5 8C4 3.500 12 3.500 14.500 8 12 12.500 4 12.500 1.500 8zM8 6.200a1.800 1.800 0 100 3.600 1.800 1.800 0 000-3.600z" />
                    </IconButton>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="hint">{phrase(words.plates.tac, { percent: percent(value.tac_process_pct) })}</p>
          {value.tac_limit_pct === null ? null : value.tac_process_pct >
            value.tac_limit_pct + TAC_TOLERANCE ? (
            <Notice kind="warn">
              <p>{phrase(words.plates.tacOver, { percent: percent(value.tac_limit_pct) })}</p>
            </Notice>
          ) : (
            <p class="hint">{phrase(words.plates.tacLimit, { percent: percent(value.tac_limit_pct) })}</p>
          )}
          <Checkbox label={words.plates.gray} checked={look.gray} onChange={(gray) => setLook({ gray })} />
          {look.plates === null ? null : (
            <Button small onClick={() => setLook({ plates: null })}>
              {words.plates.all}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

/** Rounding of plates of 8 bits, per cent. */
const TAC_TOLERANCE = 1

interface Measured {
  readonly value: PlatesWire | null
  readonly error: ApiError | null
  again(): void
}

function usePlates(body: Readonly<Record<string, unknown>>): Measured {
  const key = JSON.stringify(body)
  const [measured, setMeasured] = useState<Omit<Measured, 'again'>>({ value: null, error: null })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round < 0) return
    const giveUp = new AbortController()
    const ask = () =>
      api.post<PlatesWire>('/v1/previews/plates', JSON.parse(key), { signal: giveUp.signal }).then(
        (value) => setMeasured({ value, error: null }),
        (thrown: unknown) => {
          const error = asApiError(thrown)
          if (error.code !== 'aborted') setMeasured((before) => ({ ...before, error }))
        },
      )
    const timer = setTimeout(ask, REST_MS)
    return () => {
      clearTimeout(timer)
      giveUp.abort()
    }
  }, [key, round])
  return { ...measured, again: () => setRound((count) => count + 1) }
}
