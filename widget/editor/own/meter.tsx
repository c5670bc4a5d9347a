/** The effective resolution of an image: in words and colour, and announced when the image comes to rest. */
import { useEffect, useState } from 'preact/hooks'
import { useEditor } from '../context.ts'
import type { FieldWire } from '../wire.ts'
import { type Fineness, type Framing, placedOf, type View } from './crop.ts'
import type { ImageRules } from './image-rules.ts'

/** Ms without a change before it is read out. */
const REST_MS = 700

export function Meter({
  field,
  ppi,
  fine,
  rules,
  framing,
  view,
}: {
  readonly field: FieldWire
  readonly ppi: number
  readonly fine: Fineness
  readonly rules: ImageRules
  readonly framing: Framing
  readonly view: View
}) {
  const { words } = useEditor()
  const { say } = words
  const most = Math.max(rules.warnPpi * 1.5, 1)
  const { crop, turn } = placedOf(framing, view)
  const spoken = say('image_state', {
    field: field.label,
    zoom: Math.round(view.zoom * 100),
    turn,
    left: Math.round(crop.x / 10),
    top: Math.round(crop.y / 10),
    fineness: say(`image_${fine}`),
  })
  return (
    <div class="meter" data-fine={fine}>
      <p class="meter-words">
        <Sign fine={fine} />
        <strong>{say(`image_${fine}`)}</strong>
        <span class="meter-ppi">{say('image_ppi', { ppi: Math.floor(ppi) })}</span>
      </p>
      <div class="meter-bar" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (ppi / most) * 100)}%` }} />
        <i style={{ insetInlineStart: `${(rules.minPpi / most) * 100}%` }} />
        <i style={{ insetInlineStart: `${(rules.warnPpi / most) * 100}%` }} />
      </div>
      {fine === 'good' ? null : (
        <p class="help">{fine === 'soft' ? say('image_soft_hint') : say('image_small_hint')}</p>
      )}
      <Spoken text={spoken} />
    </div>
  )
}

const SIGNS: Readonly<Record<Fineness, string>> = {
  good: 'M5 13l4 4L19 7',
  soft: 'M12 6v8M12 18v.01',
  small: 'M7 7l10 10M17 7 7 17',
}

function Sign({ fine }: { readonly fine: Fineness }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={SIGNS[fine]} />
    </svg>
  )
}

function Spoken({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p class="spoken" role="status">
      {said}
    </p>
  )
}
