/** The placeholder of a list that is loading; screen readers hear one word. */
import { useWords } from '../words.ts'

const ROWS = [0, 1, 2, 3, 4, 5]

export function SkeletonRows() {
  const words = useWords('shared')
  return (
    <div class="skeleton" role="status">
      <span class="spoken">{words.loading}</span>
      {ROWS.map((row) => (
        <div key={row} class="skeleton-row" aria-hidden="true">
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
