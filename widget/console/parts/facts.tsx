/** Properties as names and values; unknown ones are left out. */
import type { ComponentChildren } from 'preact'

export type Fact = readonly [name: string, value: ComponentChildren]

export function Facts({ facts }: { readonly facts: readonly (Fact | null)[] }) {
  return (
    <dl class="known">
      {facts.map((fact) =>
        fact === null ? null : (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
