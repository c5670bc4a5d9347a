/** Names the fonts of artwork text that the library lacks, before the text becomes a field in another font. */

import { useEffect } from 'preact/hooks'
import { useSession } from '../../session.ts'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import type { RunWire } from '../editor-api.ts'
import { useFamilies } from '../fonts/use-fonts.ts'

export function MissingFonts({ runs }: { readonly runs: readonly RunWire[] }) {
  const { words, artwork } = useEditor()
  const { may } = useSession()
  const families = useFamilies()
  const missing = new Map(
    runs.flatMap(({ font }) => (font.substitute ? [[font.requested, font.key] as const] : [])),
  )
  const isMissing = missing.size > 0
  // The font may have been uploaded in the other tab.
  useEffect(() => {
    if (!isMissing) return
    const { reload } = artwork
    window.addEventListener('focus', reload)
    return () => window.removeEventListener('focus', reload)
  }, [isMissing, artwork.reload])
  if (!isMissing) return null
  const nameOf = (key: string) => {
    const font = families.flatMap(({ faces }) => faces).find((face) => face.font.key === key)?.font
    return font === undefined ? key.replace(/^.*:/, '') : (font.full_name ?? font.post_script_name)
  }
  return (
    <div class="stack">
      {[...missing].map(([name, key]) => (
        <p key={name} class="hint warn">
          {phrase(words.pick.missing, { name, used: nameOf(key) })}
        </p>
      ))}
      {may('fonts:write') ? (
        <p>
          <a href="/console/library/fonts" target="_blank" rel="noopener">
            {words.pick.upload}
          </a>
        </p>
      ) : null}
    </div>
  )
}
