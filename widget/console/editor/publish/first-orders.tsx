/** The newest orders of the published template, each with its next step, while the dialog stands open. */
import { downloadRender } from '../../orders/download.ts'
import { nameOf } from '../../orders/job-name.tsx'
import { NextStep } from '../../orders/next-step.tsx'
import { productionState } from '../../orders/states.ts'
import type { FillWire } from '../../orders/wire.ts'
import { Button } from '../../parts/button.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { State } from '../../parts/state.tsx'
import { useResource } from '../../resources.ts'
import { Link } from '../../router.ts'
import { useAction } from '../../use-action.ts'
import { useWaiting } from '../../use-waiting.ts'
import { useWords } from '../../words.ts'
import { useEditor } from '../context.ts'

const MOST = 3

export function FirstOrders({ templateId }: { readonly templateId: string }) {
  const { words } = useEditor()
  const found = useResource<{ readonly data: readonly FillWire[] }>('/v1/fills', {
    template_id: templateId,
    draft: 'false',
    limit: MOST,
  })
  useWaiting(found, true)
  const rows = found.value?.data ?? []
  return (
    <section class="first-orders" aria-labelledby="first-orders">
      <h3 id="first-orders">{words.publishing.orders}</h3>
      {rows.length === 0 ? <p class="hint">{words.publishing.noOrders}</p> : null}
      <ul aria-live="polite">
        {rows.map((fill) => (
          <OrderRow key={fill.id} fill={fill} onChanged={found.reload} />
        ))}
      </ul>
    </section>
  )
}

function OrderRow({ fill, onChanged }: { readonly fill: FillWire; onChanged(): void }) {
  const orders = useWords('orders')
  const download = useAction()
  const { id, last_render_id: render } = fill
  return (
    <li>
      <Link href={`/console/orders/${id}`}>
        <bdi>{nameOf(fill)}</bdi>
      </Link>
      <State {...productionState(orders, fill)} />
      {fill.production_status === 'to_print' && render !== null ? (
        <Button small busy={download.busy} onClick={() => void download.run(() => downloadRender(render))}>
          {orders.download}
        </Button>
      ) : (
        <NextStep fill={fill} small onChanged={onChanged} />
      )}
      <ErrorNotice error={download.error} />
    </li>
  )
}
