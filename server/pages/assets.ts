/** Serves browser code: the loader under its lasting name, everything else under names that change with the content. */
import { ServiceError } from '../../core/errors.ts'
import { sendAsset } from '../http/asset.ts'
import { ASSETS_PATH, type Bundle } from './bundle.ts'
import type { PageRoute } from './page-route.ts'

/** Five minutes, and a day in which the old one serves while the new one is fetched. */
const LOADER_CACHE = 'public, max-age=300, stale-while-revalidate=86400'
const FOREVER = 'public, max-age=31536000, immutable'

export function assetRoutes(bundle: () => Promise<Bundle>): readonly PageRoute[] {
  return [
    {
      path: '/widget/v1.js',
      methods: ['get'],
      async answer(ctx) {
        sendAsset(ctx, (await bundle()).loader, {
          'Cache-Control': LOADER_CACHE,
          // Module scripts and such with an integrity are fetched with CORS; it is the same for everybody.
          'Access-Control-Allow-Origin': '*',
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
      },
    },
    {
      path: `${ASSETS_PATH}:name`,
      methods: ['get'],
      async answer(ctx) {
        const asset = (await bundle()).assets.get(ctx.path)
        if (asset === undefined) throw new ServiceError('route_not_found')
        sendAsset(ctx, asset, { 'Cache-Control': FOREVER })
      },
    },
  ]
}
