/** The shops that sign their order hooks with a secret made here: created, rotated and deleted. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { SecretDialog } from '../developers/secret-dialog.tsx'
import { useFormat } from '../format.ts'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import type { Column } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Menu } from '../parts/menu.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { useList } from '../resources.ts'
import { useSession } from '../session.ts'
import { phrase, useWords } from '../words.ts'
import { HookSecretDialog } from './hook-secret-dialog.tsx'
import type { StorefrontShopWire, StorefrontShopWithSecretWire } from './wire.ts'

const SHOPS = '/v1/storefront/shops'

type Open =
  | { readonly what: 'rotate' | 'delete'; readonly shop: StorefrontShopWire }
  | { readonly what: 'show'; readonly secret: string }

/** `makes`: the form of a new secret is open. */
export function HookSecrets({ makes, onMakes }: { readonly makes: boolean; onMakes(makes: boolean): void }) {
  const all = useWords('storefronts')
  const words = all.hook
  const format = useFormat()
  const list = useList<StorefrontShopWire>(SHOPS, { limit: 50 })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const show = ({ hook_secret: secret }: StorefrontShopWithSecretWire) => {
    onMakes(false)
    setOpen({ what: 'show', secret })
    list.reload()
  }
  const until = open?.what === 'rotate' ? open.shop.previous_secret_expires_at : null
  return (
    <>
      <div class="section card">
        <CopyField label={words.url} value={`${location.origin}/adapters/rest/orders`} />
      </div>
      <RecordList
        list={list}
        empty={<EmptyState drawing="plug" title={words.emptyTitle} text={words.emptyText} />}
        caption={words.text}
        columns={useColumns(setOpen)}
      />
      {makes ? <HookSecretDialog onMade={show} onClose={() => onMakes(false)} /> : null}
      {open?.what === 'show' ? (
        <SecretDialog
          title={words.secret}
          text={words.secretText}
          label={words.secret}
          secret={open.secret}
          done={words.secretDone}
          onDone={close}
        />
      ) : null}
      {open?.what === 'rotate' ? (
        <Confirm
          title={phrase(words.rotateTitle, { shop: open.shop.shop })}
          text={until === null ? words.rotateText : undefined}
          yes={words.rotate}
          no={all.cancel}
          onYes={async () => show(await api.post(`${SHOPS}/${open.shop.id}/rotate_secret`))}
          onClose={() => setOpen((before) => (before?.what === 'show' ? before : null))}
        >
          {until === null ? null : <p>{phrase(words.rotateAgainText, { when: format.time(until) })}</p>}
        </Confirm>
      ) : null}
      {open?.what === 'delete' ? (
        <Confirm
          title={phrase(words.deleteTitle, { shop: open.shop.shop })}
          text={words.deleteText}
          yes={words.delete}
          no={all.cancel}
          danger
          onYes={async () => {
            await api.del(`${SHOPS}/${open.shop.id}`)
            list.remove(open.shop.id)
            toast(words.deleted)
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}

function useColumns(onOpen: (open: Open) => void): readonly Column<StorefrontShopWire>[] {
  const all = useWords('storefronts')
  const words = all.hook
  const format = useFormat()
  const session = useSession()
  const columns: readonly Column<StorefrontShopWire>[] = [
    { key: 'shop', title: words.shop, cell: ({ shop }) => <bdi>{shop}</bdi> },
    {
      key: 'secret',
      title: words.secret,
      cell: ({ secret_prefix: prefix }) => <code class="short-name">{`${prefix}…`}</code>,
    },
    {
      key: 'made',
      title: words.created,
      minor: true,
      cell: ({ created_at: at }) => <Time at={at} as="day" />,
    },
    {
      key: 'rotated',
      title: words.rotated,
      minor: true,
      cell: ({ rotated_at: at, previous_secret_expires_at: until }) =>
        at === null ? (
          <span class="dim">{words.never}</span>
        ) : (
          <span class="two-lines">
            <Time at={at} />
            {until === null ? null : (
              <span class="dim">{phrase(words.previousUntil, { when: format.time(until) })}</span>
            )}
          </span>
        ),
    },
  ]
  if (!session.may('storefront:write')) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: words.actions,
      align: 'end',
      cell: (shop) => (
        <Menu
          small
          label={`${words.actions}: ${shop.shop}`}
          items={[
            { label: words.rotate, onSelect: () => onOpen({ what: 'rotate', shop }) },
            { label: words.delete, danger: true, onSelect: () => onOpen({ what: 'delete', shop }) },
          ]}
        >
          <span aria-hidden="true">⋯</span>
        </Menu>
      ),
    },
  ]
}
