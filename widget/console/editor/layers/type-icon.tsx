/** The icon of a field's type: text, multi-line text, choice or image. */
import { Icon } from '../parts/icon-button.tsx'
import type { EditField } from '../scene-edit.ts'

const SHAPES = {
  text: 'M3.500 5V3.500h9V5M8 3.500v9M6.500 12.500h3',
  lines: 'M2.500 4h11M2.500 8h11M2.500 12h7',
  selection: 'M2.500 4h11v8h-11zM6 7l2 2 2-2',
  ticked: 'M3 3h10v10H3zM5.500 8l2 2 3.500-4',
  image: 'M2.500 3.500h11v9h-11zM2.500 11l3.500-3.500 2.500 2.500 2-2 3 3',
} as const

export function TypeIcon({ field }: { readonly field: EditField }) {
  return (
    <Icon>
      <path d={SHAPES[shapeOf(field)]} />
    </Icon>
  )
}

function shapeOf({ type, placements }: EditField): keyof typeof SHAPES {
  if (type === 'text') return placements.some(({ style }) => style.wrap) ? 'lines' : 'text'
  if (type === 'selection') return placements.some(({ option }) => option !== null) ? 'ticked' : 'selection'
  return 'image'
}
