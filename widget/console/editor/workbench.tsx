/** The workspace below the bar: tools, pages and fields, the page, and properties. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { phrase } from '../words.ts'
import { useEditor } from './context.ts'
import { DraftNotice } from './draft-notice.tsx'
import type { DraftKeeping } from './kept-draft.ts'
import { Layers } from './layers/layers.tsx'
import { Pages } from './layers/pages.tsx'
import { FieldPanel } from './panels/field-panel.tsx'
import { InksPanel } from './panels/inks-panel.tsx'
import { PickPanel } from './panels/pick-panel.tsx'
import { PlatesPanel } from './panels/plates-panel.tsx'
import { TrialPanel } from './panels/trial-panel.tsx'
import { SaveFault } from './save-fault.tsx'
import { Stage } from './stage.tsx'
import { Tools } from './tools.tsx'

type Side = 'field' | 'inks' | 'plates' | 'trial'
const SIDES = ['field', 'inks', 'plates', 'trial'] as const

/** Px of the window from which both sides stand beside the page, and from which the properties do. */
const WIDE = 1180
const MIDDLE = 760

export function Workbench({ draft }: { readonly draft: DraftKeeping }) {
  const editor = useEditor()
  const { store, state, words } = editor
  const [side, setSide] = useState<Side>('field')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [left, setLeft] = useState(innerWidth >= WIDE)
  const [right, setRight] = useState(innerWidth >= MIDDLE)
  const { tool, selection } = state
  const count = useRef(0)
  useEffect(() => {
    // Selecting a field opens its properties.
    if (selection.size > 0 && side === 'inks') setSide('field')
    if (selection.size !== count.current) {
      count.current = selection.size
      editor.say(
        selection.size === 0 ? words.noneSelected : phrase(words.selected, { count: selection.size }),
      )
    }
  }, [selection])
  useEffect(() => setPicked(new Set()), [tool, state.page, state.body])
  useEffect(() => {
    // Text is taken from a list.
    if (tool === 'pick') setRight(true)
  }, [tool])
  const onPick = (id: string) =>
    setPicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  // On a small screen one of the two lies over the page.
  const small = () => innerWidth < MIDDLE
  return (
    <div class="workbench" data-left={left || undefined} data-right={right || undefined}>
      <Tools
        left={left}
        right={right}
        onLeft={() => {
          setLeft(!left)
          if (small()) setRight(false)
        }}
        onRight={() => {
          setRight(!right)
          if (small()) setLeft(false)
        }}
      />
      {left ? (
        <div class="editor-list">
          <Pages />
          <Layers />
        </div>
      ) : null}
      <div class="editor-page">
        <DraftNotice {...draft} />
        <SaveFault />
        <Stage picked={picked} onPick={onPick} />
      </div>
      {right ? (
        <aside class="editor-side" aria-label={words.tabs.label}>
          <h2 class="spoken">{words.tabs.label}</h2>
          {tool === 'pick' ? (
            <PickPanel picked={picked} onPick={onPick} onTaken={() => store.pickTool('select')} />
          ) : (
            <Tabs<Side>
              label={words.tabs.label}
              value={side}
              tabs={SIDES.map((value) => ({ value, label: words.tabs[value] }))}
              onChange={setSide}
            >
              {side === 'field' ? <FieldPanel /> : null}
              {side === 'inks' ? <InksPanel /> : null}
              {side === 'plates' ? <PlatesPanel /> : null}
              {side === 'trial' ? <TrialPanel /> : null}
            </Tabs>
          )}
          <div class="side-close">
            <Button small kind="quiet" onClick={() => setRight(false)}>
              {words.closeSide}
            </Button>
          </div>
        </aside>
      ) : null}
    </div>
  )
}
