/** Something is on its way: shown after a moment only, for what is quick should not flicker. */
import { useWords } from '../words.ts'

export function Loading({ label }: { readonly label?: string | undefined }) {
  const words = useWords('shared')
  return (
    <div class="loading" role="status">
      <span class="spinner" aria-hidden="true" />
      <span>{label ?? words.loading}</span>
    </div>
  )
}
