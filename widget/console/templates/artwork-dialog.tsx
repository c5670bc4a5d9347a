/** Compares newer artwork with a template, and replaces the template's PDF once the changes are accepted. */
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { phrase, useWords } from '../words.ts'
import { ArtworkCheck } from './artwork-check.tsx'
import { type SentUpload, UploadBox } from './upload-box.tsx'
import type { ArtworkCheckWire, TemplateWire, UploadReply } from './wire.ts'

export interface ArtworkDialogProps {
  readonly template: TemplateWire
  onClose(): void
  onDone(): void
}

interface Compared {
  readonly sent: SentUpload
  readonly check: ArtworkCheckWire
}

type Stage = 'choose' | 'compared' | 'replacing' | 'done'

export function ArtworkDialog({ template, onClose, onDone }: ArtworkDialogProps) {
  const words = useWords('templates')
  const [stage, setStage] = useState<Stage>('choose')
  const [compared, setCompared] = useState<Compared | null>(null)
  const path = `/v1/templates/${template.id}/artwork`
  const close = (
    <Button kind="main" onClick={onClose}>
      {words.artwork.close}
    </Button>
  )
  const decide = (
    <>
      <Button onClick={() => setStage('choose')}>{words.upload.other}</Button>
      <Button kind="main" onClick={() => setStage('replacing')}>
        {words.artwork.accept}
      </Button>
    </>
  )
  const isSame = compared?.check.deduplicated === true
  return (
    <Dialog
      title={words.artwork.title}
      onClose={onClose}
      wide="half"
      actions={
        stage === 'done' || (stage === 'compared' && isSame)
          ? close
          : stage === 'compared'
            ? decide
            : undefined
      }
    >
      {stage === 'choose' ? (
        <>
          <p>{words.artwork.text}</p>
          <UploadBox
            path={`${path}/check`}
            drop={words.artwork.drop}
            keepsBorders={template.form_borders === 'keep'}
            onlyReply
            result={() => null}
            onDone={({ check }, sent) => {
              if (check === undefined) return
              setCompared({ sent, check })
              setStage('compared')
            }}
          />
        </>
      ) : null}
      {stage === 'compared' && compared !== null ? (
        isSame ? (
          <p>{words.artwork.same}</p>
        ) : (
          <ArtworkCheck check={compared.check} />
        )
      ) : null}
      {(stage === 'replacing' || stage === 'done') && compared !== null ? (
        <UploadBox
          path={path}
          drop={words.artwork.drop}
          begin={basedOn(compared)}
          result={(reply) => <Result reply={reply} />}
          onDone={() => {
            setStage('done')
            onDone()
          }}
        />
      ) : null}
    </Dialog>
  )
}

/** The service refuses to replace what was saved after the comparison. */
function basedOn({ sent, check }: Compared): SentUpload {
  return { ...sent, fields: { ...sent.fields, base_revision: String(check.base_revision) } }
}

function Result({ reply }: { readonly reply: UploadReply }) {
  const words = useWords('templates')
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
