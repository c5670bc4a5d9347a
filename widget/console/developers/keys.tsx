/** The team's keys: created, rotated and revoked. The service shows each secret once. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useFormat } from '../format.ts'
import { Confirm } from '../parts/confirm.tsx'
import type { Column } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Menu } from '../parts/menu.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { useList } from '../resources.ts'
import { ScopeList } from '../storefronts/scope-list.tsx'
import { phrase, useWords } from '../words.ts'
import { KeyDialog } from './key-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import type { KeyWire } from './wire.ts'

export const KEY_TONES = { active: 'good', expired: 'neutral', revoked: 'neutral' } as const
const OVERLAPS = { none: 0, hour: 3600, day: 86_400, week: 604_800 } as const
type Overlap = keyof typeof OVERLAPS

type Open =
  | { readonly what: 'rotate' | 'revoke'; readonly key: KeyWire }
  | { readonly what: 'show'; readonly secret: string }

/** `makes`: the form of a new key is open. */
export function Keys({ makes, onMakes }: { readonly makes: boolean; onMakes(makes: boolean): void }) {
  const all = useWords('developers')
  const words = all.key
  const list = useList<KeyWire>('/v1/api_keys', { limit: 50 })
  const [open, setOpen] = useState<Open | null>(null)
  const [overlap, setOverlap] = useState<Overlap>('day')
  const close = () => setOpen(null)
  const show = (secret: string) => {
    onMakes(false)
    setOpen({ what: 'show', secret })
    list.reload()
  }
  return (
    <>
      <RecordList
        list={list}
        empty={<EmptyState title={words.emptyTitle} text={words.emptyText} />}
        caption={words.text}
        columns={useColumns(setOpen)}
        rowHref={({ id }) => `/console/developers/keys/${id}`}
      />
      {makes ? <KeyDialog onMade={show} onClose={() => onMakes(false)} /> : null}
      {open?.what === 'show' ? (
        <SecretDialog
          title={words.shownTitle}
          text={words.shownText}
          label={words.key}
          secret={open.secret}
          done={words.shownDone}
          onDone={close}
        />
      ) : null}
      {open?.what === 'revoke' ? (
        <Confirm
          title={phrase(words.revokeTitle, { name: open.key.name || words.unnamed })}
          text={words.revokeText}
          yes={words.revokeYes}
          no={all.cancel}
          danger
          onYes={async () => {
            const { api_key } = await api.del<{ api_key: KeyWire }>(`/v1/api_keys/${open.key.id}`)
            list.replace(api_key)
            toast(words.revoked)
          }}
          onClose={close}
        />
      ) : null}
      {open?.what === 'rotate' ? (
        <Rotate
          apiKey={open.key}
          overlap={overlap}
          onOverlap={setOverlap}
          onMade={show}
          onClose={() => setOpen((before) => (before?.what === 'show' ? before : null))}
        />
      ) : null}
    </>
  )
}

function useColumns(onOpen: (open: Open) => void): readonly Column<KeyWire>[] {
  const all = useWords('developers')
  const words = all.key
  const format = useFormat()
  return [
    {
      key: 'name',
      title: words.name,
      cell: ({ name }) => (name === '' ? <span class="dim">{words.unnamed}</span> : <bdi>{name}</bdi>),
    },
    {
      key: 'key',
      title: words.key,
      cell: ({ prefix, last4 }) => <code class="short-name">{`${prefix}…${last4}`}</code>,
    },
    {
      key: 'rights',
      title: words.type,
      cell: ({ type, scopes }) => (
        <span class="two-lines">
          <span>{words.types[type]}</span>
          {scopes.length === 0 ? null : <ScopeList scopes={scopes} />}
        </span>
      ),
    },
    {
      key: 'status',
      title: words.status,
      phone: 'aside',
      cell: ({ status, expires_at: at }) => (
        <span class="two-lines">
          <span>
            <State kind={KEY_TONES[status]} label={words.statuses[status]} />
          </span>
          {at === null || status !== 'active' ? null : (
            <span class="dim">
              {words.expires} {format.time(at)}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'made',
      title: words.made,
      minor: true,
      cell: ({ created_at: at }) => <Time at={at} as="day" />,
    },
    {
      key: 'used',
      title: words.used,
      minor: true,
      cell: ({ last_used_at: at }) => (at === null ? <span class="dim">{all.never}</span> : <Time at={at} />),
    },
    {
      key: 'actions',
      title: all.actions,
      align: 'end',
      cell: (key) =>
        // Keys of pages are replaced with the shop that they belong to.
        key.status !== 'active' || key.type === 'publishable' ? null : (
          <Menu
            small
            label={`${all.actions}: ${key.name || key.last4}`}
            items={[
              { label: words.rotate, onSelect: () => onOpen({ what: 'rotate', key }) },
              { label: words.revoke, danger: true, onSelect: () => onOpen({ what: 'revoke', key }) },
            ]}
          >
            <span aria-hidden="true">⋯</span>
          </Menu>
        ),
    },
  ]
}

function Rotate(props: {
  readonly apiKey: KeyWire
  readonly overlap: Overlap
  onOverlap(overlap: Overlap): void
  onMade(secret: string): void
  onClose(): void
}) {
  const all = useWords('developers')
  const words = all.key
  const { apiKey, overlap } = props
  return (
    <Confirm
      title={phrase(words.rotateTitle, { name: apiKey.name || words.unnamed })}
      text={words.rotateText}
      yes={words.rotateYes}
      no={all.cancel}
      onYes={async () => {
        const made = await api.post<{ key: string }>(`/v1/api_keys/${apiKey.id}/rotate`, {
          overlap_seconds: OVERLAPS[overlap],
        })
        props.onMade(made.key)
      }}
      onClose={props.onClose}
    >
      <Select<Overlap>
        label={words.overlap}
        value={overlap}
        options={(Object.keys(OVERLAPS) as Overlap[]).map((one) => ({
          value: one,
          label: words.overlaps[one],
        }))}
        onChange={props.onOverlap}
      />
    </Confirm>
  )
}
