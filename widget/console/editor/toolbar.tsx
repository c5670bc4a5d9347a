/** The tools of the editor, its pages, its size on the screen, and saving. */

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Select } from '../parts/select.tsx'
import { setUnit, UNITS } from '../units.ts'
import { phrase } from '../words.ts'
import { useEditor } from './context.ts'
import { TOOLS, type Tool } from './scene-state.ts'
import { focusSelected } from './stage-keys.ts'

const SHAPES: Readonly<Record<Tool, string>> = {
  select: 'M3 1l9 6.5-4 .8 2.4 4.6-1.8.9L6.3 9.2 3.5 12z',
  text: 'M3 3h10v3M8 3v10M6 13h4',
  lines: 'M2 3h12M2 7h12M2 11h8',
  selection: 'M2 3h12v10H2zM5 7l3 3 3-3',
  image: 'M2 3h12v10H2zM2 11l4-4 3 3 2-2 3 3',
  pick: 'M2 4V2h12v2M8 2v7M8 12l-2.500-3h5zM5 14h6',
}

const NEAREST = 0.1
const FARTHEST = 12

export function Toolbar() {
  const { store, state, look, setLook, words, tag, unit, mayEdit } = useEditor()
  const { tool, scene, page, canUndo, canRedo, busy } = state
  const [keysShown, showKeys] = useState(false)
  const zoomBy = (factor: number) => {
    const shown = document.querySelector<HTMLElement>('.sheet')?.clientWidth ?? 0
    const points = scene.pages[page]?.width_pt ?? 1
    const now = look.zoom ?? shown / points
    setLook({ zoom: Math.min(FARTHEST, Math.max(NEAREST, now * factor)) })
  }
  const percent = ((look.zoom ?? 0) * 0.75).toLocaleString(tag, { style: 'percent' })
  const draws = tool !== 'select' && tool !== 'pick'
  return (
    <div class="editor-tools">
      <div class="tool-group" role="toolbar" aria-label={words.tools.label}>
        {TOOLS.map((one) => (
          <IconButton
            key={one}
            label={words.tools[one]}
            pressed={tool === one}
            disabled={!mayEdit && one !== 'select'}
            onClick={() => store.pickTool(one)}
          >
            <path d={SHAPES[one]} />
          </IconButton>
        ))}
        {draws ? (
          <Button
            small
            onClick={() => {
              store.add(tool, words.newLabels[tool], null)
              focusSelected()
            }}
          >
            {words.addMiddle}
          </Button>
        ) : null}
      </div>
      <div class="tool-group">
        <IconButton label={words.undo} disabled={!canUndo || busy !== null} onClick={() => void store.undo()}>
          <path d="M6 3L2.500 6.500 6 10M3 6.500h6a4 3.500 0 010 7H6" />
        </IconButton>
        <IconButton label={words.redo} disabled={!canRedo || busy !== null} onClick={() => void store.redo()}>
          <path d="M10 3l3.500 3.500L10 10M13 6.500H7a4 3.500 0 000 7h3" />
        </IconButton>
      </div>
      {scene.pages.length < 2 ? null : (
        <fieldset class="tool-group" aria-label={words.pages}>
          <IconButton label={words.previousPage} disabled={page === 0} onClick={() => store.turnTo(page - 1)}>
            <path d="M10 3L5 8l5 5" />
          </IconButton>
          <span class="tool-text" role="status">
            {phrase(words.page, { number: page + 1, count: scene.pages.length })}
          </span>
          <IconButton
            label={words.nextPage}
            disabled={page === scene.pages.length - 1}
            onClick={() => store.turnTo(page + 1)}
          >
            <path d="M6 3l5 5-5 5" />
          </IconButton>
        </fieldset>
      )}
      <div class="tool-group">
        <IconButton label={words.zoomOut} onClick={() => zoomBy(1 / 1.25)}>
          <path d="M3 8h10" />
        </IconButton>
        <IconButton label={words.zoomIn} onClick={() => zoomBy(1.25)}>
          <path d="M3 8h10M8 3v10" />
        </IconButton>
        <IconButton
          label={words.zoomFit}
          pressed={look.zoom === null}
          onClick={() => setLook({ zoom: null })}
        >
          <path d="M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3" />
        </IconButton>
        {look.zoom === null ? null : <span class="tool-text">{percent}</span>}
      </div>
      <div class="tool-group">
        <IconButton label={words.snap} pressed={look.snap} onClick={() => setLook({ snap: !look.snap })}>
          <path d="M3 2v6a5 5 0 0010 0V2h-3v6a2 2 0 01-4 0V2z" />
        </IconButton>
        <Select
          label={words.unit}
          hideLabel
          value={unit}
          options={UNITS.map((value) => ({ value, label: value === 'inch' ? 'in' : value }))}
          onChange={setUnit}
        />
        <Button small kind="quiet" onClick={() => showKeys(true)}>
          {words.keys.button}
        </Button>
      </div>
      {keysShown ? (
        <Dialog title={words.keys.title} onClose={() => showKeys(false)}>
          <dl class="editor-keys">
            {words.keys.list.map(([keys, does]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      ) : null}
    </div>
  )
}

export interface IconButtonProps {
  readonly label: string
  readonly pressed?: boolean | undefined
  readonly disabled?: boolean | undefined
  onClick(): void
  readonly children?: ComponentChildren
}

/** A small picture of what it does, with its words for those who point at it or listen. */
export function IconButton({ label, pressed, disabled = false, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      class="tool"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {children}
      </svg>
    </button>
  )
}
