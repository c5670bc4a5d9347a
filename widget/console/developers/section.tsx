/** The developers section of the console: keys, webhooks, usage, audit log, documentation. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { PageLinks } from '../parts/page-links.tsx'
import { Link, navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { AuditLog } from './audit-log.tsx'
import { Docs } from './docs.tsx'
import { KeyPage } from './key-page.tsx'
import { Keys } from './keys.tsx'
import { Usage } from './usage.tsx'
import { NewWebhook, WebhookPage } from './webhook-page.tsx'
import { WebhooksList } from './webhooks-list.tsx'
import './developers.css'

const PATH = '/console/developers'

interface DevelopersPage {
  readonly href: string
  readonly label: string
  readonly text: string
  readonly view: ComponentChildren
  /** Beside the title. */
  readonly action?: ComponentChildren
  /** For owners alone, as the service has it. */
  readonly owners?: true
}

/** `…/developers` (keys), `…/keys/key_…`, `…/webhooks`, `…/webhooks/we_…`, `…/usage`, `…/log`, `…/docs`. */
export function Section({ path }: { readonly path: string }) {
  const words = useWords('developers')
  const shared = useWords('shared')
  const session = useSession()
  const [makesKey, setMakesKey] = useState(false)
  const [, kind = '', id = ''] = path.slice(PATH.length).split('/')
  const isOwner = session.may(null)
  if (kind === 'keys' && id !== '' && isOwner) return <KeyPage key={id} id={id} />
  if (kind === 'webhooks' && id === 'new' && session.may('webhook_endpoints:write')) return <NewWebhook />
  if (kind === 'webhooks' && id !== '' && id !== 'new') return <WebhookPage key={id} id={id} />
  if (kind === 'folders') return <Moved to={`/console/orders/delivery${id === '' ? '' : `/${id}`}`} />
  const pages: readonly DevelopersPage[] = [
    {
      href: PATH,
      label: words.keys,
      text: words.key.text,
      view: <Keys makes={makesKey} onMakes={setMakesKey} />,
      action: isOwner ? (
        <Button kind="main" onClick={() => setMakesKey(true)}>
          {words.key.add}
        </Button>
      ) : null,
      owners: true,
    },
    {
      href: `${PATH}/webhooks`,
      label: words.webhooks,
      text: words.hook.text,
      view: <WebhooksList />,
      action: session.may('webhook_endpoints:write') ? (
        <Link class="button main" href={`${PATH}/webhooks/new`}>
          {words.hook.add}
        </Link>
      ) : null,
    },
    { href: `${PATH}/usage`, label: words.usage, text: words.use.text, view: <Usage /> },
    { href: `${PATH}/log`, label: words.log, text: words.audit.text, view: <AuditLog />, owners: true },
    { href: `${PATH}/docs`, label: words.docs, text: words.doc.text, view: <Docs /> },
  ]
  const here = pages.find(({ href }) => href === (kind === '' ? PATH : `${PATH}/${kind}`)) ?? pages[0]
  if (here === undefined) return null
  return (
    <Page
      key={here.href}
      title={shared.sections.developers}
      part={here.label}
      lead={here.text}
      wide
      actions={here.action}
    >
      <PageLinks label={words.tabs} links={pages} current={here.href} />
      {here.owners === true && !isOwner ? <Notice>{words.ownerOnly}</Notice> : here.view}
    </Page>
  )
}

/** Where hot folders stood before, so that kept links lead to them. */
function Moved({ to }: { readonly to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
