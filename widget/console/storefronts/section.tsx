/** The storefronts section of the console: products, shops, their orders, and the secrets of their order hooks. */
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Page } from '../parts/page.tsx'
import { PageLinks } from '../parts/page-links.tsx'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { ApplicationPage } from './application-page.tsx'
import { ApplicationsList } from './applications-list.tsx'
import { ConnectPage } from './connect-page.tsx'
import { HookSecrets } from './hook-secrets.tsx'
import { MappingPage } from './mapping-page.tsx'
import { MappingsList } from './mappings-list.tsx'
import { ShopOrderPage } from './shop-order-page.tsx'
import { ShopOrdersList } from './shop-orders-list.tsx'
import './connect.css'

export const PATH = '/console/storefronts'

/** `…/storefronts` (products), `…/products/{pm_…|new}`, `…/shops`, `…/shops/app_…`, `…/shops/connect`, `…/shops/connect/{way}`, `…/orders`, `…/orders/sor_…`, `…/hook`. */
export function Section({ path }: { readonly path: string }) {
  const words = useWords('storefronts')
  const session = useSession()
  const [makes, setMakes] = useState(false)
  const [, kind = '', id = '', way = ''] = path.slice(PATH.length).split('/')
  if (id !== '') {
    if (kind === 'products') return <MappingPage key={id} id={id === 'new' ? null : id} />
    if (kind === 'shops')
      return id === 'connect' ? <ConnectPage key={way} way={way} /> : <ApplicationPage key={id} id={id} />
    return <ShopOrderPage key={id} id={id} />
  }
  const pages = [
    { href: PATH, label: words.products, text: words.mapping.text },
    { href: `${PATH}/shops`, label: words.shops, text: words.app.text },
    { href: `${PATH}/orders`, label: words.shopOrders, text: words.orders.text },
    { href: `${PATH}/hook`, label: words.orderHook, text: words.hook.text },
  ]
  const shown = Math.max(0, ['products', 'shops', 'orders', 'hook'].indexOf(kind))
  const page = pages[shown]
  const add =
    shown === 0 && session.may('product_mappings:write') ? (
      <Link class="button main" href={`${PATH}/products/new`}>
        {words.mapping.add}
      </Link>
    ) : shown === 1 && session.may('embed_applications:write') ? (
      <Link class="button main" href={`${PATH}/shops/connect`}>
        {words.app.add}
      </Link>
    ) : shown === 3 && session.may('storefront:write') ? (
      <Button kind="main" onClick={() => setMakes(true)}>
        {words.hook.add}
      </Button>
    ) : null
  return (
    <Page key={path} title={words.title} part={page?.label} lead={page?.text} wide actions={add}>
      <PageLinks label={words.tabs} links={pages} current={page?.href ?? PATH} />
      {shown === 0 ? <MappingsList /> : null}
      {shown === 1 ? <ApplicationsList /> : null}
      {shown === 2 ? <ShopOrdersList /> : null}
      {shown === 3 ? <HookSecrets makes={makes} onMakes={setMakes} /> : null}
    </Page>
  )
}
