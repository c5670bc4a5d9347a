/** A loading indicator, shown after a moment so that fast replies do not flicker. */
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
