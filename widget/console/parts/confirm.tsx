/** A dialog that asks before an action that cannot easily be undone. It stays open if the action fails. */
import type { ComponentChildren } from 'preact'
import { useAction } from '../use-action.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'

export interface ConfirmProps {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly no: string
  readonly danger?: boolean
  /** What is asked for besides. */
  readonly children?: ComponentChildren
  /** Closes the dialog by itself once it is done. */
  onYes(): Promise<void>
  onClose(): void
}

export function Confirm({ title, text, yes, no, danger = false, children, onYes, onClose }: ConfirmProps) {
  const action = useAction()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{no}</Button>
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
      <p>{text}</p>
      {children}
      <ErrorNotice error={action.error} />
    </Dialog>
  )
}
