/** View options: rulers, labels, snapping, guides and the unit; and the editor's shortcuts. */
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Select } from '../../parts/select.tsx'
import { setUnit, UNITS } from '../../units.ts'
import { useGuides } from '../canvas/use-guides.ts'
import { useEditor } from '../context.ts'
import { Icon } from '../parts/icon-button.tsx'
import { Popover } from '../parts/popover.tsx'

export function ViewMenu() {
  const { look, setLook, words, unit } = useEditor()
  const { guides, add, clear } = useGuides()
  const [keysShown, showKeys] = useState(false)
  return (
    <>
      <Popover
        label={words.view.label}
        kind="tool"
        button={
          <Icon>
            <path d="M2 4h7M13 4h1M2 8h1M7 8h7M2 12h6M12 12h2M11 2.500v3M5 6.500v3M10 10.500v3" />
          </Icon>
        }
      >
        {(close) => (
          <div class="view-panel">
            <Checkbox
              label={words.view.rulers}
              checked={look.rulers}
              onChange={(rulers) => setLook({ rulers })}
            />
            <Checkbox
              label={words.view.labels}
              checked={look.labels}
              onChange={(labels) => setLook({ labels })}
            />
            <Checkbox label={words.snap} checked={look.snap} onChange={(snap) => setLook({ snap })} />
            <Select
              label={words.unit}
              value={unit}
              options={UNITS.map((value) => ({ value, label: value === 'inch' ? 'in' : value }))}
              onChange={setUnit}
            />
            <div class="view-buttons">
              <Button
                small
                onClick={() => {
                  add('x')
                  close()
                }}
              >
                {words.guides.addUpright}
              </Button>
              <Button
                small
                onClick={() => {
                  add('y')
                  close()
                }}
              >
                {words.guides.addLevel}
              </Button>
              {guides.length === 0 ? null : (
                <Button
                  small
                  kind="quiet"
                  onClick={() => {
                    clear()
                    close()
                  }}
                >
                  {words.guides.clear}
                </Button>
              )}
              <Button
                small
                kind="quiet"
                onClick={() => {
                  close()
                  showKeys(true)
                }}
              >
                {words.keys.button}
              </Button>
            </div>
          </div>
        )}
      </Popover>
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
    </>
  )
}
