/** The next step of a job as one button, on its page, in lists and on the start page. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { useSaid } from '../words/said.ts'
import { useWords, type Words } from '../words.ts'
import { downloadRender } from './download.ts'
import type { FillWire, RenderWire } from './wire.ts'

export type Step = 'finalize' | 'retry' | 'printing' | 'done' | 'release'

/** Null where nothing is to be done, or where it is for somebody else to do. */
export function nextStep(fill: FillWire): Step | null {
  switch (fill.production_status) {
    case 'draft':
    case 'approved':
      return 'finalize'
    case 'to_print':
      return 'printing'
    case 'printing':
      return 'done'
    case 'held':
      return fill.held_reason === 'staff' ? 'release' : null
    case 'failed':
      return 'retry'
    default:
      return null
  }
}

/** Sets what is planned; the reply is the fill as it is then. */
export async function planJob(id: string, plan: Readonly<Record<string, unknown>>): Promise<FillWire> {
  const { fill } = await api.patch<{ fill: FillWire }>(`/v1/fills/${encodeURIComponent(id)}`, plan)
  return fill
}

/** Creates the print file under the reference, or without one under the next number of the shop. */
async function finalizeJob(id: string, order: string): Promise<{ readonly render: RenderWire }> {
  return api.post(`/v1/fills/${encodeURIComponent(id)}/finalize`, orderOf(order))
}

/** For a request: the reference, or without one the next number of the shop. */
export function orderOf(reference: string): Readonly<Record<string, unknown>> {
  const order = reference.trim()
  return order === '' ? { assign_order_number: true } : { external_order_id: order }
}

export interface NextStepProps {
  readonly fill: FillWire
  readonly small?: boolean
  onChanged(): void
}

export function NextStep({ fill, small = false, onChanged }: NextStepProps) {
  const words = useWords('orders')
  const session = useSession()
  const action = useAction()
  const say = useSaid()
  const [asks, setAsks] = useState(false)
  const step = nextStep(fill)
  if (step === null || !session.may('fills:write')) return null
  const refuse = (thrown: unknown) => toast(say(asApiError(thrown)), 'bad')
  // What the customer has approved is printed without a question; an unfinished design is closed by it.
  const asksFirst = step === 'finalize' && fill.production_status === 'draft'
  const run = async () => {
    if (step === 'finalize') {
      const { render } = await finalizeJob(fill.id, fill.external_order_id ?? '')
      const ready = render.status === 'succeeded'
      const download = { label: words.downloadShort, run: () => void downloadRender(render.id).catch(refuse) }
      toast(ready ? words.fileMade : words.fileWaits, 'good', ready ? download : null)
    } else if (step === 'retry') {
      await api.post(`/v1/renders/${encodeURIComponent(fill.last_render_id ?? '')}/retry`, {})
      toast(words.retried)
    } else {
      const released = fill.status === 'open' ? 'approved' : 'to_print'
      await planJob(fill.id, { production_status: step === 'release' ? released : step })
      toast(words.statusChanged)
    }
    onChanged()
  }
  return (
    <>
      <Button
        kind={small ? 'plain' : 'main'}
        small={small}
        busy={action.busy}
        onClick={() => {
          if (asksFirst) setAsks(true)
          else void action.run(() => run().catch(refuse))
        }}
      >
        {labelOf(words, step)}
      </Button>
      {asks ? <Finalize fill={fill} onClose={() => setAsks(false)} onChanged={onChanged} /> : null}
    </>
  )
}

function labelOf(words: Words<'orders'>, step: Step): string {
  const labels: Readonly<Record<Step, string>> = {
    finalize: words.finalize,
    retry: words.retry,
    printing: words.startPrinting,
    done: words.markPrinted,
    release: words.releaseHold,
  }
  return labels[step]
}

export function Finalize(props: { readonly fill: FillWire; onClose(): void; onChanged(): void }) {
  const { fill, onClose, onChanged } = props
  const words = useWords('orders')
  const [order, setOrder] = useState(fill.external_order_id ?? '')
  return (
    <Confirm
      title={words.finalize}
      text={words.finalizeText}
      yes={words.finalize}
      no={words.keep}
      onClose={onClose}
      onYes={async () => {
        await finalizeJob(fill.id, order)
        onChanged()
      }}
    >
      <TextInput
        label={words.orderReference}
        hint={fill.source === 'embed' ? words.orderReferenceHint : words.orderNumberHint}
        value={order}
        maxLength={255}
        onInput={setOrder}
      />
    </Confirm>
  )
}
