/** The toolbar of the editor: icons with their names below. */
import { useEditor } from './context.ts'
import { IconButton } from './parts/icon-button.tsx'
import { TOOLS, type Tool } from './scene-state.ts'

const SHAPES: Readonly<Record<Tool, string>> = {
  select: 'M3 1l9 6.5-4 .8 2.4 4.6-1.8.9L6.3 9.2 3.5 12z',
  text: 'M3 3h10v3M8 3v10M6 13h4',
  lines: 'M2 3h12M2 7h12M2 11h8',
  selection: 'M2 3h12v10H2zM5 7l3 3 3-3',
  image: 'M2 3h12v10H2zM2 11l4-4 3 3 2-2 3 3',
  pick: 'M2 4V2h12v2M8 2v7M8 12l-2.500-3h5zM5 14h6',
}
/** The first letters of what they make; keys without Ctrl hold on the page alone. */
export const TOOL_KEYS: Readonly<Record<string, Tool>> = {
  v: 'select',
  t: 'text',
  b: 'lines',
  c: 'selection',
  i: 'image',
  a: 'pick',
}

export interface ToolsProps {
  readonly left: boolean
  readonly right: boolean
  onLeft(): void
  onRight(): void
}

export function Tools({ left, right, onLeft, onRight }: ToolsProps) {
  const { store, state, words, mayEdit } = useEditor()
  const key = (tool: Tool) =>
    Object.keys(TOOL_KEYS)
      .find((one) => TOOL_KEYS[one] === tool)
      ?.toUpperCase()
  return (
    <div class="editor-tools">
      <div class="tool-rail" role="toolbar" aria-label={words.tools.label} aria-orientation="vertical">
        {TOOLS.map((tool) => (
          <IconButton
            key={tool}
            label={words.tools[tool]}
            word={tool === 'pick' ? words.tools.pickWord : words.tools[tool]}
            keys={key(tool)}
            pressed={state.tool === tool}
            disabled={!mayEdit && tool !== 'select'}
            onClick={() => store.pickTool(tool)}
          >
            <path d={SHAPES[tool]} />
          </IconButton>
        ))}
      </div>
      <div class="tool-rail tool-panels">
        <IconButton label={words.list.title} word={words.list.title} pressed={left} onClick={onLeft}>
          <path d="M8 2l6 3-6 3-6-3zM2.500 8L8 10.800 13.500 8M2.500 11L8 13.800 13.500 11" />
        </IconButton>
        <IconButton label={words.tabs.label} word={words.tabs.label} pressed={right} onClick={onRight}>
          <path d="M2 4h7M13 4h1M2 8h1M7 8h7M2 12h6M12 12h2M11 2.500v3M5 6.500v3M10 10.500v3" />
        </IconButton>
      </div>
    </div>
  )
}
