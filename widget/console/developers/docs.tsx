/** Links to the documentation for developers. */
import { useWords } from '../words.ts'

export function Docs() {
  const words = useWords('developers').doc
  const links = [
    { href: '/docs/api/reference', name: words.reference, text: words.referenceText },
    { href: '/docs/api/errors', name: words.errors, text: words.errorsText },
    { href: '/v1/openapi.json', name: words.openapi, text: words.openapiText },
    { href: '/demo', name: words.demo, text: words.demoText },
  ]
  return (
    <ul class="plain-list">
      {links.map(({ href, name, text }) => (
        <li key={href}>
          <a href={href}>{name}</a>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
