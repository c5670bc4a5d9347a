/** A dialog that asks before an action that cannot easily be undone. It stays open if the action fails. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ApiError } from '../api-error.ts'
import { useAction } from '../use-action.ts'
import { Button, type ButtonProps } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Notice } from './notice.tsx'

export interface ConfirmProps {
  readonly title: string
  readonly text?: string | undefined
  readonly yes: string
  readonly no: string
  readonly danger?: boolean
  /** What is asked for besides. */
  readonly children?: ComponentChildren
  /** What an error is called here; null for its usual words. */
  fault?(error: ApiError): string | null
  /** Closes the dialog by itself once it is done. */
  onYes(): Promise<void>
  onClose(): void
}

export function Confirm(props: ConfirmProps) {
  const { title, text, yes, no, danger = false, children, fault, onYes, onClose } = props
  const action = useAction()
  const said = action.error === null ? null : (fault?.(action.error) ?? null)
  return (
    <Dialog
      title={title}
      onClose={action.busy ? undefined : onClose}
      actions={
        <>
          <Button onClick={onClose} disabled={action.busy}>
            {no}
          </Button>
          <Button
            kind={danger ? 'danger' : 'main'}
            busy={action.busy}
            onClick={() => void action.run(onYes).then((done) => (done ? onClose() : undefined))}
          >
            {yes}
          </Button>
        </>
      }
    >
      {text === undefined ? null : <p>{text}</p>}
      {children}
      {said === null ? (
        <ErrorNotice error={action.error} />
      ) : (
        <Notice kind="bad">
          <p>{said}</p>
        </Notice>
      )}
    </Dialog>
  )
}

export interface ConfirmButtonProps
  extends Omit<ConfirmProps, 'onClose'>,
    Pick<ButtonProps, 'kind' | 'small' | 'busy'> {
  readonly label: string
}

/** A button that asks first. */
export function ConfirmButton({ label, kind, small, busy, ...asked }: ConfirmButtonProps) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button kind={kind} small={small} busy={busy} onClick={() => setAsks(true)}>
        {label}
      </Button>
      {asks ? <Confirm {...asked} onClose={() => setAsks(false)} /> : null}
    </>
  )
}
