/** What the pages that people open are made with: routes beside the interface, their policies, and files with ETags. */
import type { Context } from 'koa'
import type { PathParams } from '../http/router.ts'
import type { Asset } from './bundle.ts'

/** Answers GET and HEAD of a path; what it throws is answered as JSON, as everywhere. */
export interface PageRoute {
  /** As the router writes it: `/fill/:slug`, `/docs/*`. */
  readonly path: string
  readonly methods: readonly ('get' | 'post')[]
  answer(ctx: Context, params: PathParams): Promise<void> | void
}

export interface Policy {
  /** `'none'`, or the origins whose pages may hold this one in a frame. */
  readonly ancestors: readonly string[] | 'none'
  /** Further origins of pictures: of the service where the widget has an origin of its own. */
  readonly pictures?: readonly string[]
  /** Origins whose pages this one may frame; none by default. */
  readonly frames?: readonly string[]
}

/** Scripts, styles, typefaces and requests of the page's own origin, nothing inline, and no markup made of text. */
export function contentPolicy({ ancestors, pictures = [], frames = [] }: Policy): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ['img-src', "'self'", 'blob:', 'data:', ...pictures].join(' '),
    "connect-src 'self'",
    ...(frames.length === 0 ? [] : [['frame-src', ...frames].join(' ')]),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors === 'none' || ancestors.length === 0 ? "'none'" : ancestors.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

export function sendPage(
  ctx: Context,
  page: { readonly status: number; readonly markup: string; readonly policy: Policy },
): void {
  ctx.status = page.status
  ctx.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentPolicy(page.policy),
    'Cache-Control': 'private, no-store',
    // Nothing here needs a camera, a place or a sensor.
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  })
  ctx.body = page.markup
}

/** The compressed form if the client accepts it; 304 if it already has it. */
export function sendAsset(ctx: Context, asset: Asset, headers: Readonly<Record<string, string>>): void {
  ctx.set({ ETag: asset.etag, ...headers })
  ctx.vary('Accept-Encoding')
  ctx.status = 200
  const known = ctx.get('If-None-Match').split(',')
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === asset.etag)) {
    ctx.status = 304
    return
  }
  const zipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
  ctx.set('Content-Type', asset.type)
  if (zipped) ctx.set('Content-Encoding', 'gzip')
  ctx.body = zipped ? asset.zipped : asset.body
  ctx.set('Content-Type', asset.type)
}
