/** Everything that people's browsers are served beside the API. */
import type { Service } from '../../core/service.ts'
import type { DemoShop } from '../demo-shop.ts'
import { docsRoutes } from '../docs/routes.ts'
import type { AssetLinks } from '../operations/library/asset-wire.ts'
import { assetRoutes } from './assets.ts'
import { blankPath, blankRoute } from './blank-picture.ts'
import type { Bundle } from './bundle.ts'
import { consoleRoutes } from './console.ts'
import { demoRoutes } from './demo.ts'
import { frameRoute } from './frame.ts'
import { hostedRoute } from './hosted.ts'
import type { PageRoute } from './page-route.ts'
import { rootRoute } from './root.ts'
import { cardPath, cardRoute } from './social-card.ts'

export interface Faces {
  readonly service: Service
  readonly links: AssetLinks
  /** Made at start, or with the first page. */
  readonly bundle: () => Promise<Bundle>
  readonly baseUrl: string
  /** Where widget and hosted pages are reached. */
  readonly widgetUrl: string
  /** Can this process draw pictures? */
  readonly draws: boolean
  /** Where this machine reaches the service. */
  readonly url: string
  readDemo(): Promise<DemoShop | null>
  /** The OpenAPI document. */
  describe(): Readonly<Record<string, unknown>>
  /** Does a request with these cookies come from somebody who signed in to the console? */
  isSignedIn(cookies: string): boolean
  /** Does this installation send e-mail? */
  readonly sendsMail: boolean
  /** Has anybody joined the console? */
  hasOwner(): Promise<boolean>
  readonly version: string
}

export function createFaces(parts: Faces): readonly PageRoute[] {
  const { service, links, bundle, baseUrl, widgetUrl } = parts
  const own = new URL(widgetUrl).origin
  // Pictures of the service have its own address.
  const pictures = [new URL(baseUrl).origin].filter((origin) => origin !== own)
  return [
    rootRoute(parts),
    ...docsRoutes(parts),
    ...assetRoutes(bundle),
    // Browsers ask for it unasked.
    {
      path: '/favicon.ico',
      methods: ['get'],
      answer(ctx) {
        ctx.status = 204
      },
    },
    frameRoute({
      ...{ applications: service.applications, branding: service.branding },
      ...{ links, bundle, pictures },
    }),
    hostedRoute({
      ...{ templates: service.templates, branding: service.branding, links },
      bundle,
      address: own,
      pictures,
      cardUrl: (template) => (parts.draws ? `${own}${cardPath(template)}` : null),
      blankUrl: (template, locale) => (parts.draws ? blankPath(template, locale) : null),
    }),
    ...consoleRoutes({
      bundle,
      address: new URL(baseUrl).origin,
      others: [own].filter((origin) => origin !== new URL(baseUrl).origin),
      sendsMail: parts.sendsMail,
    }),
    cardRoute({ templates: service.templates, previews: service.previews }),
    blankRoute({ templates: service.templates, previews: service.previews }),
    ...demoRoutes(parts),
  ]
}
