/** Shows a key or a signing secret once. The dialog closes only after the user confirms having copied it. */
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Notice } from '../parts/notice.tsx'

export interface SecretDialogProps {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly secret: string
  readonly done: string
  onDone(): void
}

export function SecretDialog({ title, text, label, secret, done, onDone }: SecretDialogProps) {
  return (
    <Dialog
      title={title}
      actions={
        <Button kind="main" onClick={onDone}>
          {done}
        </Button>
      }
    >
      <Notice kind="warn">{text}</Notice>
      <CopyField label={label} value={secret} />
    </Dialog>
  )
}
