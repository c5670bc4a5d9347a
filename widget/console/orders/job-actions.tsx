/** Further actions on a job: approve or hold it, cancel it, reopen it, erase customer data. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import { useSaid } from '../words/said.ts'
import { useWords, type Words } from '../words.ts'
import { planJob } from './next-step.tsx'
import type { FillWire } from './wire.ts'

type Move = 'approve' | 'hold' | 'to_print' | 'end' | 'cancel' | 'refund' | 'reopen' | 'erase'

const PLANNED = { approve: 'approved', hold: 'held', to_print: 'to_print' } as const

/** The reasons after which a job can be reopened; the service enforces them. */
const REOPENABLE = ['ttl', 'session_expired', 'manual', 'canceled'] as const

const HOLDABLE = ['draft', 'approved', 'to_print', 'printing'] as const

/** What may be done with a job as it stands, in the order in which it is offered. */
export function movesOf(fill: FillWire, isOwner: boolean): readonly Move[] {
  const { production_status: production } = fill
  const reopens =
    fill.status === 'expired' &&
    fill.finalized_at === null &&
    fill.erased_at === null &&
    REOPENABLE.some((reason) => reason === fill.status_reason)
  return [
    ...(production === 'draft' ? (['approve'] as const) : []),
    ...(production === 'printing' || production === 'done' ? (['to_print'] as const) : []),
    ...(HOLDABLE.some((status) => status === production) ? (['hold'] as const) : []),
    ...(fill.status === 'open' ? (['end'] as const) : []),
    ...(fill.status === 'finalized' ? (['cancel', 'refund'] as const) : []),
    ...(reopens ? (['reopen'] as const) : []),
    ...(isOwner && fill.erased_at === null ? (['erase'] as const) : []),
  ]
}

export interface JobActionsProps {
  readonly fill: FillWire
  onChanged(): void
}

export function JobActions({ fill, onChanged }: JobActionsProps) {
  const words = useWords('orders')
  const session = useSession()
  const say = useSaid()
  const [asked, setAsked] = useState<Move | null>(null)
  if (!session.may('fills:write')) return null
  const moves = movesOf(fill, session.user.role === 'owner')
  if (moves.length === 0) return null
  const address = `/v1/fills/${encodeURIComponent(fill.id)}`
  const setStatus = async (status: string) => {
    await api.patch(`${address}/status`, { status })
    toast(words.statusChanged)
    onChanged()
  }
  const refuse = (thrown: unknown) => toast(say(asApiError(thrown)), 'bad')
  const labels = labelsOf(words)
  const items: readonly MenuItem[] = moves.map((move) => ({
    label: labels[move],
    danger: move === 'erase' || move === 'refund',
    onSelect() {
      if (move === 'reopen') void setStatus('open').catch(refuse)
      else if (move === 'approve' || move === 'hold' || move === 'to_print')
        void planJob(fill.id, { production_status: PLANNED[move] }).then(() => {
          toast(words.statusChanged)
          onChanged()
        }, refuse)
      else setAsked(move)
    },
  }))
  const close = () => setAsked(null)
  const common = { no: words.keep, onClose: close }
  return (
    <>
      <Menu label={words.actions} items={items} />
      {asked === 'end' ? (
        <Confirm
          {...common}
          title={words.endTitle}
          text={words.endText}
          yes={words.endYes}
          onYes={() => setStatus('expired')}
        />
      ) : null}
      {asked === 'cancel' ? (
        <Confirm
          {...common}
          title={words.cancelTitle}
          text={words.cancelText}
          yes={words.cancelYes}
          danger
          onYes={() => setStatus('canceled')}
        />
      ) : null}
      {asked === 'refund' ? (
        <Confirm
          {...common}
          title={words.refundTitle}
          text={words.refundText}
          yes={words.refundYes}
          danger
          onYes={() => setStatus('refunded')}
        />
      ) : null}
      {asked === 'erase' ? (
        <Confirm
          {...common}
          title={words.eraseTitle}
          text={words.eraseText}
          yes={words.eraseYes}
          danger
          onYes={async () => {
            await api.post(`${address}/erase`)
            toast(words.erased)
            onChanged()
          }}
        />
      ) : null}
    </>
  )
}

function labelsOf(words: Words<'orders'>): Readonly<Record<Move, string>> {
  return {
    approve: words.approve,
    hold: words.hold,
    to_print: words.backToPrint,
    end: words.end,
    cancel: words.cancelOrder,
    refund: words.refund,
    reopen: words.reopen,
    erase: words.erase,
  }
}
