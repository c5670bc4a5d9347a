/** Permissions in words, with the scope names that docs and errors use. */
import { messageOf, useWords } from '../words.ts'

export function ScopeList({ scopes }: { readonly scopes: readonly string[] }) {
  const words = useWords('developers').key
  return (
    <ul class="scopes">
      {scopes.map((scope) => {
        const [resource = '', access = ''] = scope.split(':')
        return (
          <li key={scope}>
            {messageOf(words.resources, resource) ?? resource}: {messageOf(words.access, access) ?? access}{' '}
            <code>{scope}</code>
          </li>
        )
      })}
    </ul>
  )
}
