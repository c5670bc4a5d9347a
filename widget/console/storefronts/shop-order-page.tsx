/** An order of a shop by line: held lines can be released, failed ones retried. */
import { api } from '../api.ts'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmButton } from '../parts/confirm.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { phrase, useLanguage, useWords } from '../words.ts'
import { toneOf } from './line-states.ts'
import type { StorefrontLineWire, StorefrontOrderWire } from './wire.ts'

const PATH = '/console/storefronts/orders'

interface OneWire {
  readonly storefront_order: StorefrontOrderWire
}

export function ShopOrderPage({ id }: { readonly id: string }) {
  const all = useWords('storefronts')
  const words = all.orders
  const found = useResource<OneWire>(`/v1/storefront/orders/${encodeURIComponent(id)}`, {
    locale: useLanguage(),
  })
  const order = found.value?.storefront_order ?? null
  const back = { href: PATH, label: words.back }
  if (order === null) return <PendingPage title={all.shopOrders} back={back} found={found} words={words} />
  const columns: readonly Column<StorefrontLineWire>[] = [
    { key: 'line', title: words.line, cell: ({ external_line_id: line }) => <bdi>{line}</bdi> },
    {
      key: 'product',
      title: words.product,
      cell: ({ external_product_id: product, external_variant_id: variant }) => (
        <bdi>{[product, variant].filter(Boolean).join(' / ')}</bdi>
      ),
    },
    { key: 'quantity', title: words.quantity, cell: ({ quantity_label: label }) => label },
    { key: 'what', title: words.what, cell: (line) => <Outcome line={line} /> },
    {
      key: 'actions',
      title: all.mapping.actions,
      cell: (line) => <LineActions line={line} onChanged={found.set} />,
    },
  ]
  const time = (text: string) => <Time at={text} />
  return (
    <Page title={phrase(words.title, { name: order.name ?? order.order_id })} back={back} wide>
      <ErrorNotice error={found.error} onRetry={found.reload} />
      <section class="section">
        <Facts
          facts={[
            [words.shop, <bdi key="shop">{`${order.shop} (${order.adapter})`}</bdi>],
            [words.order, <bdi key="order">{order.external_order_id}</bdi>],
            [words.came, time(order.created_at)],
            order.due_at === null ? null : [words.due, time(order.due_at)],
            order.canceled_at === null ? null : [words.canceledAt, time(order.canceled_at)],
          ]}
        />
      </section>
      <DataTable caption={words.lines} columns={columns} rows={order.lines} />
    </Page>
  )
}

function Outcome({ line }: { readonly line: StorefrontLineWire }) {
  const words = useWords('storefronts').orders
  const format = useFormat()
  const job = line.printed_fill_id ?? line.fill_id
  return (
    <span class="two-lines">
      <span class="badges">
        <State kind={toneOf(line)} label={line.label} />
        {job?.startsWith('fill_') ? <Link href={`/console/orders/${job}`}>{words.job}</Link> : null}
      </span>
      {line.message === null ? null : <span>{line.message}</span>}
      {line.attempts === 0 ? null : (
        <span class="dim">
          {phrase(words.tries, { count: line.attempts })}
          {line.next_attempt_at === null
            ? ''
            : `, ${phrase(words.next, { when: format.time(line.next_attempt_at) })}`}
        </span>
      )}
    </span>
  )
}

/** A design is added in the shop itself. */
function LineActions(props: { readonly line: StorefrontLineWire; onChanged(order: OneWire): void }) {
  const session = useSession()
  if (!session.may('storefront:write')) return null
  return (
    <>
      {props.line.actions.map(({ action, label }) => {
        if (action === 'release') return <Release key={action} label={label} {...props} />
        return action === 'retry' ? <Retry key={action} label={label} {...props} /> : null
      })}
    </>
  )
}

interface ActionProps {
  readonly line: StorefrontLineWire
  readonly label: string
  onChanged(order: OneWire): void
}

function useMove(line: StorefrontLineWire, move: 'release' | 'retry'): () => Promise<OneWire> {
  const locale = useLanguage()
  const address = `/v1/storefront/lines/${encodeURIComponent(line.id)}/${move}`
  return () => api.post<OneWire>(address, undefined, { query: { locale } })
}

function Release({ line, label, onChanged }: ActionProps) {
  const { keep, orders: words } = useWords('storefronts')
  const move = useMove(line, 'release')
  return (
    <ConfirmButton
      label={label}
      small
      title={phrase(words.releaseTitle, { action: label })}
      text={line.message ?? ''}
      yes={label}
      no={keep}
      onYes={async () => {
        onChanged(await move())
        toast(words.released)
      }}
    />
  )
}

function Retry({ line, label, onChanged }: ActionProps) {
  const words = useWords('storefronts').orders
  const action = useAction()
  const move = useMove(line, 'retry')
  return (
    <>
      <Button
        small
        busy={action.busy}
        onClick={() =>
          void action.run(async () => {
            onChanged(await move())
            toast(words.retried)
          })
        }
      >
        {label}
      </Button>
      <ErrorNotice error={action.error} />
    </>
  )
}
