/** The title of a card, editable in place, and the actions of the template. */
import { useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import type { List } from '../resources.ts'
import { Link, navigate } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import { useCopyTemplate } from './copy-template.ts'
import { tagsOf } from './tags.ts'
import { faultText } from './trouble.ts'
import type { TemplateWire } from './wire.ts'

export interface CardTitleProps {
  readonly template: TemplateWire
  readonly href: string
  readonly list: List<TemplateWire>
  readonly writes: boolean
}

type Written = 'title' | 'tags'

export function CardTitle({ template, href, list, writes }: CardTitleProps) {
  const words = useWords('templates')
  const shared = useWords('shared')
  const [written, setWritten] = useState<Written | null>(null)
  const copy = useCopyTemplate()
  const { id, title } = template
  const fail = (thrown: unknown) => toast(faultText(words, shared, asApiError(thrown)), 'bad')
  const change = async (changes: object, said: string) => {
    try {
      const reply = await api.patch<{ readonly template: TemplateWire }>(`/v1/templates/${id}`, changes)
      list.replace(reply.template)
      setWritten(null)
      toast(said)
      return true
    } catch (thrown) {
      fail(thrown)
      return false
    }
  }
  const move = async (to: 'archive' | 'restore') => {
    try {
      await api.post(`/v1/templates/${id}/${to}`)
      list.reload()
      const said = to === 'archive' ? words.moves.archived : words.moves.restored
      const undo = { label: words.card.undo, run: () => void move('restore') }
      toast(phrase(said, { title }), 'good', to === 'archive' && template.status === 'draft' ? undo : null)
    } catch (thrown) {
      fail(thrown)
    }
  }
  const items: (MenuItem | null)[] = [
    { label: words.card.edit, onSelect: () => navigate(`${href}/edit`) },
    { label: words.card.rename, onSelect: () => setWritten('title') },
    { label: words.card.tags, onSelect: () => setWritten('tags') },
    {
      label: words.copy.action,
      onSelect: () =>
        void copy(id).then((made) => {
          if (made !== null) list.reload()
        }),
    },
    null,
    template.status === 'archived'
      ? { label: words.moves.restore, onSelect: () => void move('restore') }
      : { label: words.moves.archive, danger: true, onSelect: () => void move('archive') },
  ]
  if (written !== null)
    return (
      <Rewritten
        label={written === 'title' ? words.card.name : words.card.tags}
        hint={written === 'title' ? null : words.card.tagHint}
        text={written === 'title' ? title : tagsOf(template).join(', ')}
        onSave={(text) =>
          written === 'title'
            ? change({ title: text }, words.card.renamed)
            : change({ metadata: { ...template.metadata, tags: text } }, words.card.tagged)
        }
        mayBeEmpty={written === 'tags'}
        onClose={() => setWritten(null)}
      />
    )
  return (
    <div class="template-title">
      <Link class="row-link" href={href}>
        <bdi>{title}</bdi>
      </Link>
      {writes ? (
        <Menu label={phrase(words.card.menu, { title })} items={items} small>
          <span aria-hidden="true">⋯</span>
        </Menu>
      ) : null}
    </div>
  )
}

/** Enter and leaving it save, Escape does not. */
function Rewritten({
  label,
  hint,
  text,
  mayBeEmpty,
  onSave,
  onClose,
}: {
  readonly label: string
  readonly hint: string | null
  readonly text: string
  readonly mayBeEmpty: boolean
  /** False where it could not be saved. */
  onSave(text: string): Promise<boolean>
  onClose(): void
}) {
  const [now, setNow] = useState(text)
  // A field that goes is left, too.
  const ended = useRef(false)
  const end = async (typed: string) => {
    if (ended.current) return
    ended.current = true
    const next = typed.trim()
    if (next === text || (next === '' && !mayBeEmpty)) onClose()
    else ended.current = await onSave(next)
  }
  return (
    <form
      class="template-rename"
      onSubmit={(event) => {
        event.preventDefault()
        void end(now)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') void end(text)
      }}
    >
      <TextInput
        label={label}
        hint={hint}
        hideLabel={hint === null}
        value={now}
        onInput={setNow}
        onBlur={() => void end(now)}
        maxLength={200}
        focused={mayBeEmpty ? true : 'selected'}
        dir="auto"
      />
    </form>
  )
}
