/** Approves a design that waits for review, or refuses it with a reason. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { TextArea } from '../parts/text-area.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { phrase, useWords } from '../words.ts'
import { nameOf } from './job-name.tsx'
import type { FillWire } from './wire.ts'

const LONGEST_REASON = 500

export function ReviewActions({ fill, onDecided }: { readonly fill: FillWire; onDecided(): void }) {
  const words = useWords('orders')
  const session = useSession()
  const approve = useAction()
  const [refusing, setRefusing] = useState(false)
  if (!session.may('fills:write')) return <p class="dim">{words.readOnly}</p>
  const path = `/v1/fills/${encodeURIComponent(fill.id)}/review`
  const name = nameOf(fill)
  return (
    <>
      <div class="form-actions">
        <Button
          kind="main"
          busy={approve.busy}
          onClick={() =>
            void approve.run(async () => {
              await api.post(path, { decision: 'approve' })
              toast(phrase(words.review.approved, { name }))
              onDecided()
            })
          }
        >
          {words.review.approve}
        </Button>
        <Button onClick={() => setRefusing(true)}>{words.review.refuse}</Button>
      </div>
      <ErrorNotice error={approve.error} />
      {refusing ? (
        <Refusal path={path} name={name} onClose={() => setRefusing(false)} onDecided={onDecided} />
      ) : null}
    </>
  )
}

interface RefusalProps {
  readonly path: string
  readonly name: string
  onClose(): void
  onDecided(): void
}

function Refusal({ path, name, onClose, onDecided }: RefusalProps) {
  const words = useWords('orders')
  const [reason, setReason] = useState('')
  return (
    <Confirm
      title={words.review.refuseTitle}
      text={words.review.refuseText}
      yes={words.review.refuse}
      no={words.keep}
      danger
      onClose={onClose}
      onYes={async () => {
        const said = reason.trim()
        await api.post(path, { decision: 'refuse', ...(said === '' ? {} : { reason: said }) })
        toast(phrase(words.review.refused, { name }))
        onDecided()
      }}
    >
      <TextArea
        label={words.review.reason}
        hint={words.review.reasonHint}
        value={reason}
        onInput={setReason}
        maxLength={LONGEST_REASON}
        dir="auto"
      />
    </Confirm>
  )
}
