/** What the pages that people open are made with: routes beside the API, and their policies. */
import type { Context } from 'koa'
import type { PathParams } from '../http/router.ts'

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
