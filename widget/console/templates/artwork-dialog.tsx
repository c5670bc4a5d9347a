/** Uploads newer artwork for a template, and lists the changed fields at the end. */
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { phrase, useWords } from '../words.ts'
import { UploadBox } from './upload-box.tsx'
import type { TemplateWire, UploadReply } from './wire.ts'

export interface ArtworkDialogProps {
  readonly template: TemplateWire
  onClose(): void
  onDone(): void
}

export function ArtworkDialog({ template, onClose, onDone }: ArtworkDialogProps) {
  const words = useWords('templates')
  const [done, setDone] = useState(false)
  return (
    <Dialog
      title={words.artwork.title}
      onClose={onClose}
      wide
      actions={
        done ? (
          <Button kind="main" onClick={onClose}>
            {words.artwork.close}
          </Button>
        ) : undefined
      }
    >
      <p>{words.artwork.text}</p>
      <UploadBox
        path={`/v1/templates/${template.id}/artwork`}
        drop={words.artwork.drop}
        keepsBorders={template.form_borders === 'keep'}
        result={(reply) => <Result reply={reply} />}
        onDone={() => {
          setDone(true)
          onDone()
        }}
      />
    </Dialog>
  )
}

function Result({ reply }: { readonly reply: UploadReply }) {
  const words = useWords('templates')
  if (reply.deduplicated) return <p>{words.artwork.same}</p>
  const { left_out: leftOut = [], added = [] } = reply
  return (
    <>
      <p>
        <strong>{phrase(words.artwork.done, { revision: reply.revision ?? reply.scene.revision })}</strong>
      </p>
      <Labels text={words.artwork.leftOut} labels={leftOut.map(({ label }) => label)} />
      <Labels text={words.artwork.added} labels={added.map(({ label }) => label)} />
    </>
  )
}

function Labels({ text, labels }: { readonly text: string; readonly labels: readonly string[] }) {
  if (labels.length === 0) return null
  return (
    <>
      <p>{text}</p>
      <ul class="labels">
        {labels.map((label) => (
          <li key={label}>
            <bdi>{label}</bdi>
          </li>
        ))}
      </ul>
    </>
  )
}
