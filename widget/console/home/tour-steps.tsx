/** The steps of the tour: look at a template, fill it in with its picture beside, and download the press PDF. */

import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { shownHex } from '../../../core/engine/ink/process-inks.ts'
import { graphemesOf } from '../../browser-apis.ts'
import { api } from '../api.ts'
import { useFormat } from '../format.ts'
import type { FieldWire, FillWire, RenderWire } from '../orders/wire.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Notice } from '../parts/notice.tsx'
import { Picture } from '../parts/picture.tsx'
import { Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import { Swatch } from '../parts/swatch.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import type { TemplateWire } from '../templates/wire.ts'
import { lengthText, useUnit } from '../units.ts'
import { useAction } from '../use-action.ts'
import { phrase, useLanguage, useWords } from '../words.ts'
import type { InkWire } from './wire.ts'

export interface Printed {
  readonly fill: FillWire
  readonly render: RenderWire
}

interface TourContext {
  readonly template: TemplateWire
  readonly fields: readonly FieldWire[]
  readonly inks: readonly InkWire[]
  readonly heading: RefObject<HTMLHeadingElement>
}

type Values = Readonly<Record<string, string>>

/** The picture waits until the hands rest, milliseconds. */
const REST_MS = 250
const TONES = { pass: 'good', warn: 'warn', fail: 'bad', pending: 'busy' } as const

function startOf(fields: readonly FieldWire[]): Values {
  return Object.fromEntries(fields.map(({ id, default_value: value }) => [id, value]))
}

function Shown({
  template,
  values,
  onFit,
}: {
  readonly template: TemplateWire
  readonly values: Values
  onFit?(fits: boolean): void
}) {
  const words = useWords('home')
  const request = {
    method: 'POST',
    path: '/v1/previews',
    body: { template_id: template.id, values, dpi: 144 },
  } as const
  return (
    <div class="tour-picture">
      <Picture
        request={request}
        alt={phrase(words.tour.picture, { title: template.title })}
        width={template.page_width_pt}
        height={template.page_height_pt}
        onLoad={(headers) => onFit?.(headers.get('X-Service-Fit') !== 'problems')}
      />
    </div>
  )
}

export function LookStep({ template, fields, inks, heading, onNext }: TourContext & { onNext(): void }) {
  const words = useWords('home').tour.look
  const unit = useUnit()
  const language = useLanguage()
  const size = [template.page_width_pt, template.page_height_pt].map((pt) => lengthText(pt, unit, language))
  return (
    <div class="tour-step">
      <div class="tour-text">
        <h2 ref={heading} tabIndex={-1}>
          {phrase(words.title, { title: template.title })}
        </h2>
        <p>{words.text}</p>
        <dl class="facts">
          <dt>{words.fields}</dt>
          <dd>
            {fields.map(({ id, label }) => (
              <bdi key={id} class="fact-word">
                {label}
              </bdi>
            ))}
          </dd>
          <dt>{words.inks}</dt>
          <dd>
            <Inks inks={inks} />
          </dd>
          <dt>{words.size}</dt>
          <dd>{size.join(' × ')}</dd>
        </dl>
        <Button kind="main" onClick={onNext}>
          {words.next}
        </Button>
      </div>
      <Shown template={template} values={startOf(fields)} />
    </div>
  )
}

export function FillStep({
  template,
  fields,
  heading,
  onPrinted,
}: TourContext & { onPrinted(printed: Printed): void }) {
  const words = useWords('home').tour.fill
  const { user } = useSession()
  const [values, setValues] = useState(() => startOf(fields))
  const [rested, setRested] = useState(values)
  const [fits, setFits] = useState(true)
  const action = useAction()
  const [refused, setRefused] = useState<FillWire | null>(null)
  useEffect(() => {
    // A value that is refused would leave no picture: the last one stays until it is shorter.
    if (fields.some((field) => isTooLong(field, values[field.id] ?? ''))) return
    const timer = setTimeout(() => setRested(values), REST_MS)
    return () => clearTimeout(timer)
  }, [values, fields])
  const tooLong = fields.some((field) => isTooLong(field, values[field.id] ?? ''))
  const print = async () => {
    // After a refusal, the same order is entered again.
    const { fill } =
      refused === null
        ? await api.post<{ fill: FillWire }>('/v1/fills', {
            template_id: template.id,
            values,
            customer_name: user.name,
          })
        : await api.patch<{ fill: FillWire }>(`/v1/fills/${refused.id}`, { values })
    setRefused(fill)
    const order = { external_order_id: `tour-${fill.id.slice(-6)}` }
    onPrinted(await api.post<Printed>(`/v1/fills/${fill.id}/finalize`, order))
  }
  return (
    <div class="tour-step">
      <form
        class="form tour-text"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!tooLong) void action.run(print)
        }}
      >
        <h2 ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <p>{words.text}</p>
        {fields.map((field) => (
          <ValueInput
            key={field.id}
            field={field}
            value={values[field.id] ?? ''}
            onChange={(value) => {
              action.clear()
              setValues({ ...values, [field.id]: value })
            }}
          />
        ))}
        {fits ? null : (
          <Notice kind="warn">
            <p>{words.problems}</p>
          </Notice>
        )}
        <ErrorNotice error={action.error} />
        <Button kind="main" type="submit" busy={action.busy}>
          {words.next}
        </Button>
      </form>
      <Shown template={template} values={rested} onFit={setFits} />
    </div>
  )
}

function ValueInput({
  field,
  value,
  onChange,
}: {
  readonly field: FieldWire
  readonly value: string
  onChange(value: string): void
}) {
  const words = useWords('home').tour.fill
  const format = useFormat()
  const { label, required, options, multiline, max_length: most } = field
  const error = isTooLong(field, value) ? phrase(words.tooLong, { most: format.number(most ?? 0) }) : null
  const facts = { label, required, error, value, onInput: onChange, dir: 'auto' } as const
  if (options !== null) {
    const choices = options.map((one) => ({ value: 'value' in one ? one.value : one.id, label: one.label }))
    return (
      <Select
        label={label}
        value={value}
        options={[{ value: '', label: '–' }, ...choices]}
        onChange={onChange}
      />
    )
  }
  return multiline ? <TextArea {...facts} rows={3} /> : <TextInput {...facts} />
}

/** As readers count; the service counts the same way. */
function isTooLong({ max_length: most }: FieldWire, value: string): boolean {
  if (most === null || value.length <= most) return false
  return graphemesOf(value).length > most
}

export function PrintStep({ template, inks, heading, printed }: TourContext & { readonly printed: Printed }) {
  const words = useWords('home').tour.print
  const format = useFormat()
  const { may } = useSession()
  const { fill, render } = printed
  const action = useAction()
  const [saved, setSaved] = useState(false)
  const download = async () => {
    const { blob } = await api.blob('GET', `/v1/renders/${render.id}/download`)
    saveFile(blob, `${template.title} ${fill.external_order_id ?? ''}.pdf`)
    setSaved(true)
  }
  return (
    <div class="tour-text">
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p>{words.text}</p>
      <dl class="facts">
        <dt>{words.order}</dt>
        <dd>{fill.external_order_id}</dd>
        <dt>{words.file}</dt>
        <dd>
          PDF, {format.bytes(render.size_bytes)}, {words.pages}: {render.page_count}
        </dd>
        <dt>{words.inks}</dt>
        <dd>
          <Inks inks={inks} />
        </dd>
        <dt>{words.preflight}</dt>
        <dd>
          <State kind={TONES[render.preflight_status]} label={words.preflights[render.preflight_status]} />
        </dd>
      </dl>
      <ErrorNotice error={action.error} />
      <Button kind="main" busy={action.busy} onClick={() => void action.run(download)}>
        {words.download}
      </Button>
      {saved ? (
        <div class="section tour-after">
          <Notice kind="good">
            <p>{words.downloaded}</p>
          </Notice>
          <h3>{words.next}</h3>
          <ul>
            <li>
              <Link href="/console/templates">{words.own}</Link>
            </li>
            <li>
              <Link href={`/console/orders/${fill.id}`}>{words.see}</Link>
            </li>
            {may(null) ? (
              <li>
                <Link href="/console/team">{words.team}</Link>
              </li>
            ) : null}
            <li>
              <Link href="/console/storefronts">{words.shop}</Link>
            </li>
          </ul>
        </div>
      ) : null}
    </div>
  )
}

function Inks({ inks }: { readonly inks: readonly InkWire[] }) {
  return (
    <span class="row">
      {inks.map(({ index, name, hex }) => (
        <Swatch key={index} hex={shownHex(name, hex, [])} label={name} />
      ))}
    </span>
  )
}

function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
