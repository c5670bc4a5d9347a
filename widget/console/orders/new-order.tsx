/** A new order by hand: a template, its values, and the order's data. */
import { useMemo, useState } from 'preact/hooks'
import type { ColorGroup } from '../../editor/content.ts'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { NumberInput } from '../parts/number-input.tsx'
import { Page } from '../parts/page.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resources.ts'
import { useQuery } from '../router.ts'
import type { TemplateWire } from '../templates/wire.ts'
import { useAction } from '../use-action.ts'
import { useLeave } from '../use-leave.ts'
import { useWords } from '../words.ts'
import { firstGroup, sentGroup } from './inks/color-group.ts'
import { InkTiles } from './inks/ink-tiles.tsx'
import { endOfDay } from './job-plan.tsx'
import { orderOf, planJob } from './next-step.tsx'
import { OrderPicture } from './order-picture.tsx'
import { TemplateSelect } from './template-select.tsx'
import { useFields } from './use-fields.ts'
import { valueFaults } from './value-faults.ts'
import { ValueFields } from './value-fields.tsx'
import type { FillWire } from './wire.ts'

const LIST = '/console/orders'
const NOTHING = { order: '', name: '', email: '', quantity: 1 as number | null, due: '' }

export function NewOrder() {
  const words = useWords('orders')
  const query = useQuery()
  const action = useAction()
  const [templateId, setTemplateId] = useState(query.get('template') ?? '')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [facts, setFacts] = useState(NOTHING)
  const template = useResource<{ template: TemplateWire }>(
    templateId === '' ? null : `/v1/templates/${encodeURIComponent(templateId)}`,
  )
  const revision = template.value?.template.live_revision ?? null
  const { fields, offered, error } = useFields(revision === null ? null : templateId, revision)
  const [chosen, setChosen] = useState<ColorGroup | null>(null)
  const group = useMemo(() => chosen ?? firstGroup(offered), [chosen, offered])
  const leave = useLeave(
    chosen !== null || Object.keys(values).length > 0 || JSON.stringify(facts) !== JSON.stringify(NOTHING),
  )
  const faults = valueFaults(action.error)
  const set = (changes: Partial<typeof NOTHING>) => {
    action.clear()
    setFacts((before) => ({ ...before, ...changes }))
  }
  const shown = useMemo(
    () => ({
      ...Object.fromEntries((fields ?? []).map(({ id, default_value: text }) => [id, text])),
      ...values,
    }),
    [fields, values],
  )
  const content = useMemo(() => ({ values: shown, group }), [shown, group])
  const create = async () => {
    const { fill } = await api.post<{ fill: FillWire }>('/v1/fills', {
      template_id: templateId,
      values: shown,
      ...sentGroup(group),
      quantity: facts.quantity ?? 1,
      ...orderOf(facts.order),
      ...(facts.name.trim() === '' ? {} : { customer_name: facts.name.trim() }),
      ...(facts.email.trim() === '' ? {} : { customer_email: facts.email.trim() }),
      ...(facts.due === '' ? {} : { due_at: endOfDay(facts.due) }),
    })
    await planJob(fill.id, { production_status: 'approved' })
    toast(words.orderMade)
    leave(`${LIST}/${fill.id}`)
  }
  return (
    <Page title={words.newOrder} lead={words.newOrderText} back={{ href: LIST, label: words.back }} wide>
      <form
        class="form order-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(create)
        }}
      >
        <section class="card form" aria-labelledby="order-content">
          <h2 id="order-content">{words.content}</h2>
          <TemplateSelect
            label={words.template}
            value={templateId}
            none={words.chooseTemplate}
            more={words.more}
            live
            required
            onChange={(id) => {
              setValues({})
              setChosen(null)
              setTemplateId(id)
            }}
          />
          <ErrorNotice error={template.error ?? error} />
          {template.value !== null && revision === null ? <p class="error">{words.noLive}</p> : null}
          {revision !== null && fields === null && error === null ? <Loading /> : null}
          {fields === null ? null : (
            <ValueFields
              fields={fields}
              values={shown}
              faults={faults}
              onChange={(id, value) => {
                action.clear()
                setValues((before) => ({ ...before, [id]: value }))
              }}
            />
          )}
          {offered === null || fields === null ? null : (
            <InkTiles
              name="order"
              offered={offered}
              group={group}
              onChange={(next) => {
                action.clear()
                setChosen(next)
              }}
            />
          )}
        </section>
        {template.value === null || revision === null || fields === null ? null : (
          <section class="card order-picture" aria-labelledby="order-picture">
            <h2 id="order-picture">{words.preview}</h2>
            <OrderPicture template={template.value.template} revision={revision} content={content} />
          </section>
        )}
        <section class="card form" aria-labelledby="order-facts">
          <h2 id="order-facts">{words.orderFacts}</h2>
          <TextInput
            label={words.orderReference}
            hint={words.orderNumberHint}
            value={facts.order}
            maxLength={255}
            onInput={(order) => set({ order })}
          />
          <TextInput
            label={words.customerName}
            value={facts.name}
            maxLength={200}
            dir="auto"
            onInput={(name) => set({ name })}
          />
          <TextInput
            label={words.customerEmail}
            type="email"
            value={facts.email}
            maxLength={254}
            onInput={(email) => set({ email })}
          />
          <NumberInput
            label={words.quantity}
            value={facts.quantity}
            min={1}
            max={1_000_000}
            onInput={(quantity) => set({ quantity })}
          />
          <TextInput label={words.due} type="date" value={facts.due} onInput={(due) => set({ due })} />
          {Object.keys(faults).length === 0 ? <ErrorNotice error={action.error} /> : null}
          <div class="form-actions">
            <Button kind="main" type="submit" busy={action.busy} disabled={fields === null}>
              {words.createOrder}
            </Button>
          </div>
        </section>
      </form>
    </Page>
  )
}
