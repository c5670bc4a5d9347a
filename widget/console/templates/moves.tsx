/** Status changes of a template; each asks for confirmation with its effect. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { Notice } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { phrase, useWords } from '../words.ts'
import { hasUnpublished } from './badges.tsx'
import { faultText } from './trouble.ts'
import type { TemplateWire } from './wire.ts'

export const MOVES = ['publish', 'pause', 'archive', 'restore'] as const
export type Move = (typeof MOVES)[number]

export interface MoveButtonsProps {
  readonly template: TemplateWire
  onMoved(): void
  /** Newer artwork is wanted. */
  onNewer(): void
  onCopy(): void
}

/** The moves that a template can make from where it stands, the first of them the one that leads on. */
export function movesOf(
  template: Pick<TemplateWire, 'status' | 'live_revision' | 'latest_revision'>,
): readonly Move[] {
  if (template.status === 'archived') return ['restore']
  if (template.status === 'draft') return ['publish', 'archive']
  if (template.status === 'paused') return ['publish', 'archive']
  const newer = template.live_revision === null || template.live_revision < template.latest_revision
  return newer ? ['publish', 'pause', 'archive'] : ['pause', 'archive']
}

export function MoveButtons({ template, onMoved, onNewer, onCopy }: MoveButtonsProps) {
  const words = useWords('templates')
  const [asked, setAsked] = useState<Move | null>(null)
  const moves = movesOf(template)
  const first = moves[0] === 'publish' || moves[0] === 'restore' ? moves[0] : null
  const rest = moves.filter((move) => move !== first)
  const label =
    first === 'publish' && hasUnpublished(template)
      ? phrase(words.moves.publishNewest, { revision: template.latest_revision })
      : first === null
        ? ''
        : words.moves[first]
  const items: (MenuItem | null)[] = [
    ...(template.status === 'archived' ? [] : [{ label: words.moves.artwork, onSelect: onNewer }]),
    { label: words.copy.action, onSelect: onCopy },
    ...rest.map((move) => ({
      label: words.moves[move],
      onSelect: () => setAsked(move),
      danger: move === 'archive',
    })),
  ]
  return (
    <>
      {first === null ? null : (
        <Button kind="main" onClick={() => setAsked(first)}>
          {label}
        </Button>
      )}
      {items.length === 0 ? null : (
        <Menu label={words.moves.more} items={items}>
          <span aria-hidden="true">⋯</span>
        </Menu>
      )}
      {asked === null ? null : (
        <MoveDialog template={template} move={asked} onClose={() => setAsked(null)} onMoved={onMoved} />
      )}
    </>
  )
}

interface MoveDialogProps {
  readonly template: TemplateWire
  readonly move: Move
  onClose(): void
  onMoved(): void
}

function MoveDialog({ template, move, onClose, onMoved }: MoveDialogProps) {
  const words = useWords('templates')
  const shared = useWords('shared')
  const { title } = template
  const said = {
    publish: words.moves.published,
    pause: words.moves.paused,
    archive: words.moves.archived,
    restore: words.moves.restored,
  }
  const heads = {
    publish: words.moves.publishTitle,
    pause: words.moves.pauseTitle,
    archive: words.moves.archiveTitle,
    restore: words.moves.restoreTitle,
  }
  return (
    <Confirm
      title={phrase(heads[move], { title })}
      yes={words.moves[move]}
      no={shared.cancel}
      danger={move === 'archive'}
      fault={(error) => faultText(words, shared, error)}
      onClose={onClose}
      onYes={async () => {
        await api.post(`/v1/templates/${template.id}/${move}`)
        toast(phrase(said[move], { title }))
        onMoved()
      }}
    >
      {move === 'publish' ? <PublishText template={template} /> : null}
      {move === 'pause' ? <p>{words.moves.pauseText}</p> : null}
      {move === 'archive' ? <p>{words.moves.archiveText}</p> : null}
      {move === 'restore' ? <p>{words.moves.restoreText}</p> : null}
    </Confirm>
  )
}

function PublishText({ template }: { readonly template: TemplateWire }) {
  const words = useWords('templates')
  const { live_revision: live, latest_revision: latest, status } = template
  return (
    <>
      {live === null ? <p>{words.moves.publishFirst}</p> : null}
      {status === 'paused' ? <p>{words.moves.publishPaused}</p> : null}
      {live !== null && live < latest ? (
        <p>{phrase(words.moves.publishAgain, { revision: latest, live })}</p>
      ) : null}
      {template.field_count === 0 ? (
        <Notice kind="warn">
          <p>{words.moves.noFields}</p>
        </Notice>
      ) : null}
      {template.preflight_status === 'fail' ? (
        <Notice kind="warn">
          <p>
            {phrase(words.moves.publishFaults, {
              many: template.findings.filter(({ severity }) => severity === 'fail').length,
            })}
          </p>
        </Notice>
      ) : null}
    </>
  )
}
