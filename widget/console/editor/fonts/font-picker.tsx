/** The font picker: a searchable list of families in their own face, and the style beside it. */
import { useRef, useState } from 'preact/hooks'
import { Select } from '../../parts/select.tsx'
import { useEditor } from '../context.ts'
import { Icon } from '../parts/icon-button.tsx'
import { Popover } from '../parts/popover.tsx'
import type { FontChoiceWire } from '../scene-wire.ts'
import { FaceName } from './face-name.tsx'
import { type Face, type Family, findFace, nearestFace } from './families.ts'

export interface FontPickerProps {
  readonly label: string
  readonly families: readonly Family[]
  /** Null where fields have several, or none is chosen yet. */
  readonly chosen: FontChoiceWire | null
  /** What the button says without one. */
  readonly none?: string | undefined
  readonly disabled?: boolean | undefined
  onChoose(font: FontChoiceWire): void
}

export function FontPicker({ label, families, chosen, none, disabled, onChoose }: FontPickerProps) {
  const found = chosen === null ? null : findFace(families, chosen.key)
  const name = found?.family.name ?? chosen?.requested ?? none ?? ''
  return (
    <Popover
      label={`${label}: ${name}`}
      kind="input font-button"
      disabled={disabled}
      button={
        <>
          <FaceName text={name} font={found?.face.font ?? null} />
          <Icon>
            <path d="M4.500 6.500L8 10l3.500-3.500" />
          </Icon>
        </>
      }
    >
      {(close) => (
        <FamilyList
          label={label}
          families={families}
          chosen={found?.family ?? null}
          onChoose={(family) => {
            const face = nearestFace(family, found?.face ?? null)
            if (face !== undefined) onChoose(choiceOf(face))
            close()
          }}
        />
      )}
    </Popover>
  )
}

export interface StyleSelectProps extends Pick<FontPickerProps, 'families' | 'chosen' | 'onChoose'> {
  readonly label: string
}

/** The styles of the chosen family; nothing where there is one alone. */
export function StyleSelect({ label, families, chosen, onChoose }: StyleSelectProps) {
  const found = chosen === null ? null : findFace(families, chosen.key)
  if (found === null || found.family.faces.length < 2) return null
  return (
    <Select
      label={label}
      value={found.face.font.key}
      options={found.family.faces.map(({ font, style }) => ({ value: font.key, label: style }))}
      onChange={(key) => {
        const face = found.family.faces.find(({ font }) => font.key === key)
        if (face !== undefined) onChoose(choiceOf(face))
      }}
    />
  )
}

function choiceOf({ font }: Face): FontChoiceWire {
  return { requested: font.post_script_name, key: font.key, substitute: false }
}

interface FamilyListProps {
  readonly label: string
  readonly families: readonly Family[]
  readonly chosen: Family | null
  onChoose(family: Family): void
}

/** A search with its results, moved among with the arrow keys (WAI-ARIA, combobox with a listbox). */
function FamilyList({ label, families, chosen, onChoose }: FamilyListProps) {
  const { words } = useEditor()
  const [sought, setSought] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const text = sought.trim().toLowerCase()
  const shown = families.filter(({ name }) => name.toLowerCase().includes(text))
  const [at, setAt] = useState(Math.max(0, chosen === null ? 0 : families.indexOf(chosen)))
  const active = shown[Math.min(at, shown.length - 1)]
  const idOf = (family: Family) => `family-${families.indexOf(family)}`
  const go = (to: number) => {
    const next = Math.min(shown.length - 1, Math.max(0, to))
    setAt(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const groups = (['team', 'bundled'] as const).filter((source) =>
    shown.some((family) => family.source === source),
  )
  return (
    <div class="font-list">
      <input
        class="input"
        type="search"
        role="combobox"
        aria-expanded={true}
        aria-controls="font-families"
        aria-activedescendant={active === undefined ? undefined : idOf(active)}
        aria-label={words.text.searchFonts}
        placeholder={words.text.searchFonts}
        value={sought}
        onInput={(event) => {
          setSought(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') go(at + 1)
          else if (event.key === 'ArrowUp') go(at - 1)
          else if (event.key === 'Enter' && active !== undefined) onChoose(active)
          else return
          event.preventDefault()
        }}
      />
      <div class="families" id="font-families" role="listbox" aria-label={label} ref={list}>
        {shown.map((family, index) => {
          const first = groups.length > 1 && family.source !== shown[index - 1]?.source
          return (
            <button
              type="button"
              key={idOf(family)}
              id={idOf(family)}
              role="option"
              class="family"
              tabIndex={-1}
              data-group={first ? words.text.fontGroups[family.source] : undefined}
              data-active={family === active || undefined}
              aria-selected={family === chosen}
              onClick={() => onChoose(family)}
            >
              <FaceName text={family.name} font={nearestFace(family, null)?.font ?? null} />
              {family.faces.length > 1 ? (
                <span class="count" aria-hidden="true">
                  {family.faces.length}
                </span>
              ) : null}
            </button>
          )
        })}
      </div>
      {shown.length === 0 ? <p class="hint">{words.text.noFonts}</p> : null}
    </div>
  )
}
