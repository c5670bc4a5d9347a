/** The list of fields: an alternative to the page, and the order of the customer's form. */
import { useRef, useState } from 'preact/hooks'
import { EmptyState } from '../../parts/empty-state.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { Icon, IconButton } from '../parts/icon-button.tsx'
import { type EditField, isFound, spotKey, uidOf } from '../scene-edit.ts'
import { moveField } from '../scene-store.ts'
import { TypeIcon } from './type-icon.tsx'

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 12

export function Layers() {
  const { store, state, words, mayEdit } = useEditor()
  const { scene, selection, page } = state
  const [sought, setSought] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const chosen = new Set([...selection].map(uidOf))
  const shown = scene.fields.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase()))
  const first = shown.find(({ uid }) => chosen.has(uid)) ?? shown[0]

  const choose = (field: EditField | undefined, add = false) => {
    const placement = field?.placements[0]
    if (field === undefined || placement === undefined) return
    if (placement.page !== page) store.turnTo(placement.page)
    const key = spotKey(field.uid, 0)
    if (add) store.toggle(key)
    else store.select([key])
  }
  const focus = (field: EditField | undefined) => {
    if (field === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-uid="${CSS.escape(field.uid)}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent, field: EditField) => {
    const at = shown.indexOf(field)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: shown.length - 1,
    }
    const to = steps[event.key]
    if (to !== undefined && event.altKey) {
      if (mayEdit) store.edit(moveField(field.uid, event.key === 'ArrowUp' ? -1 : 1))
    } else if (to !== undefined) {
      const next = shown[Math.min(shown.length - 1, Math.max(0, to))]
      if (!event.shiftKey && !event.ctrlKey) choose(next)
      else if (event.shiftKey && next !== undefined && !chosen.has(next.uid)) choose(next, true)
      focus(next)
    } else if (event.key === ' ') choose(field, true)
    else if (event.key === 'Enter') {
      if (!chosen.has(field.uid)) choose(field)
      document.querySelector<HTMLElement>('.editor-side [data-first-property] input')?.focus()
    } else if (event.key === 'Delete' && mayEdit) {
      if (!chosen.has(field.uid)) choose(field)
      store.remove()
      focus(shown[at + 1] ?? shown[at - 1])
    } else return
    event.preventDefault()
  }
  return (
    <section class="layers" aria-labelledby="editor-list-title">
      <LayersHead chosen={chosen} />
      {scene.fields.length >= SEARCHED_FROM ? (
        <TextInput
          label={words.list.search}
          hideLabel
          type="search"
          placeholder={words.list.search}
          value={sought}
          onInput={setSought}
        />
      ) : null}
      {scene.fields.length === 0 ? (
        <EmptyState title={words.list.empty} text={words.list.emptyText} />
      ) : (
        <>
          <div
            ref={list}
            class="fields"
            role="listbox"
            aria-multiselectable="true"
            aria-label={words.list.title}
          >
            {shown.map((field) => (
              <div
                key={field.uid}
                role="option"
                class="field-row"
                data-uid={field.uid}
                data-elsewhere={field.placements.every((one) => one.page !== page) || undefined}
                aria-selected={chosen.has(field.uid)}
                tabIndex={field === first ? 0 : -1}
                title={factsOf(field, words, scene.pages.length)}
                onClick={(event) => choose(field, event.ctrlKey || event.metaKey || event.shiftKey)}
                onKeyDown={(event) => onKeyDown(event, field)}
              >
                <TypeIcon field={field} />
                <span class="field-name">
                  <bdi>{field.label}</bdi>
                  {field.required ? <span aria-hidden="true"> *</span> : null}
                  <span class="spoken">, {factsOf(field, words, scene.pages.length)}</span>
                </span>
                {field.position_locked ? <LockIcon /> : null}
                {scene.pages.length > 1 ? (
                  <span class="field-page" aria-hidden="true">
                    {(field.placements[0]?.page ?? 0) + 1}
                  </span>
                ) : null}
              </div>
            ))}
          </div>
          <p class="hint">{words.list.order}</p>
        </>
      )}
    </section>
  )
}

function LayersHead({ chosen }: { readonly chosen: ReadonlySet<string> }) {
  const { store, state, words, mayEdit } = useEditor()
  const { fields } = state.scene
  const only = chosen.size === 1 ? fields.find(({ uid }) => chosen.has(uid)) : undefined
  const place = only === undefined ? -1 : fields.indexOf(only)
  return (
    <div class="list-head">
      <h2 id="editor-list-title">{words.list.title}</h2>
      {fields.length === 0 ? null : <span class="count">{fields.length}</span>}
      {mayEdit && fields.length > 1 ? (
        <span class="list-moves">
          <IconButton
            label={words.list.up}
            keys="Alt + ↑"
            disabled={place < 1}
            onClick={() => only && store.edit(moveField(only.uid, -1))}
          >
            <path d="M4 10l4-4 4 4" />
          </IconButton>
          <IconButton
            label={words.list.down}
            keys="Alt + ↓"
            disabled={place < 0 || place === fields.length - 1}
            onClick={() => only && store.edit(moveField(only.uid, 1))}
          >
            <path d="M4 6l4 4 4-4" />
          </IconButton>
        </span>
      ) : null}
    </div>
  )
}

export function LockIcon() {
  return (
    <Icon>
      <path d="M4 7.500h8v6H4zM5.500 7.500V5a2.500 2.500 0 015 0v2.500" />
    </Icon>
  )
}

function factsOf(field: EditField, words: ReturnType<typeof useEditor>['words'], pages: number): string {
  const { placements, source_name, required, position_locked } = field
  const facts = [words.types[field.type] as string]
  if (required) facts.push(words.list.required)
  if (position_locked) facts.push(words.list.locked)
  if (pages > 1) facts.push(phrase(words.list.onPage, { page: (placements[0]?.page ?? 0) + 1 }))
  if (placements.length > 1) facts.push(phrase(words.list.places, { count: placements.length }))
  if (isFound(source_name)) facts.push(words.list.found)
  return facts.join(' · ')
}
