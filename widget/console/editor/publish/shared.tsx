/** The published template: copy, open and scan its link, or create an order from it. */
import { CopyField } from '../../parts/copy-field.tsx'
import { Link } from '../../router.ts'
import { useSession } from '../../session.ts'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import { FirstOrders } from './first-orders.tsx'
import { QrCode } from './qr-code.tsx'

export function Shared({ revision }: { readonly revision: number }) {
  const { state, words } = useEditor()
  const { may } = useSession()
  const { template } = state
  if (template === null) return null
  const { id, hosted_url: url, title } = template
  return (
    <div class="shared">
      <p role="status">{phrase(words.published, { revision })}</p>
      {url === null ? (
        <p class="hint">
          {words.publishing.noLink}{' '}
          <Link href={`/console/templates/${id}/settings`}>{words.publishing.settings}</Link>
        </p>
      ) : (
        <div class="shared-link">
          <div class="shared-ways">
            <CopyField label={words.publishing.link} value={url} />
            <div class="row">
              <a class="button" href={url} target="_blank" rel="noopener">
                {words.publishing.open}
              </a>
              {may('fills:write') ? (
                <Link class="button" href={`/console/orders/new?template=${id}`}>
                  {words.publishing.order}
                </Link>
              ) : null}
            </div>
          </div>
          <QrCode url={url} name={title} />
        </div>
      )}
      {may('fills:read') ? <FirstOrders templateId={id} /> : null}
    </div>
  )
}
