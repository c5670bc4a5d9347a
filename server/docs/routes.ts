/** Serves the documentation: pages, pictures and the index of the search, each written and compressed once. */
import type { Context } from 'koa'
import { ServiceError } from '../../core/errors.ts'
import { type Asset, makeAsset, sendAsset } from '../http/asset.ts'
import type { Bundle } from '../pages/bundle.ts'
import { contentPolicy, type PageRoute } from '../pages/page-route.ts'
import { languageOf } from '../pages/shell.ts'
import { type Book, createBook } from './book.ts'
import type { Addresses } from './code-block.ts'
import { type DocsLanguage, readDocsFolder } from './folder.ts'
import { framePage } from './frame.ts'

export const DOCS_PATH = '/docs'

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const PAGE_HEADERS = {
  'Content-Security-Policy': contentPolicy({ ancestors: 'none' }),
  // It is asked for again each time, and mostly answered with 304: who reads may have upgraded meanwhile.
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept-Language, Cookie',
}

export interface DocsParts extends Addresses {
  readonly bundle: () => Promise<Bundle>
  /** The OpenAPI document. */
  readonly describe: () => Readonly<Record<string, unknown>>
  /** Does the request carry the cookie of a session? Whether it holds, the script asks. */
  readonly isSignedIn: (cookies: string) => boolean
}

export function docsRoutes(parts: DocsParts): readonly PageRoute[] {
  const folder = readDocsFolder()
  let made: Book | null = null
  // The reference is long; a start does not wait for it.
  const book = (): Book => {
    made ??= createBook({ ...parts, folder })
    return made
  }
  const kept = new Map<string, Promise<Asset>>()
  const once = (key: string, make: () => Promise<Asset>): Promise<Asset> => {
    const asset = kept.get(key) ?? make()
    kept.set(key, asset)
    return asset
  }

  const sendPage = async (ctx: Context, path: string): Promise<void> => {
    const asked = ctx.query.lang === 'de' || ctx.query.lang === 'en' ? ctx.query.lang : null
    const language: DocsLanguage = asked ?? (languageOf(ctx) === 'de' ? 'de' : 'en')
    const hrefOf = (one: string) => (asked === null ? one : `${one}?lang=${asked}`)
    const signedIn = parts.isSignedIn(ctx.get('Cookie'))
    if (!book().has(path)) throw new ServiceError('route_not_found')
    const { docs: entry } = (await parts.bundle()).entries
    const asset = await once(`${path} ${language} ${asked} ${signedIn}`, () => {
      const page = book().page(path, language, hrefOf)
      return makeAsset(HTML, framePage({ book: book(), page, language, hrefOf, entry, signedIn }))
    })
    sendAsset(ctx, asset, PAGE_HEADERS)
  }

  const get = (path: string, answer: PageRoute['answer']): PageRoute => ({ path, methods: ['get'], answer })
  return [
    get(DOCS_PATH, (ctx) => sendPage(ctx, DOCS_PATH)),
    // The former address of errors.
    get(`${DOCS_PATH}/errors`, (ctx) => {
      ctx.status = 301
      ctx.redirect('/docs/api/errors')
    }),
    get(`${DOCS_PATH}/search.json`, async (ctx) => {
      const language: DocsLanguage = ctx.query.lang === 'de' ? 'de' : 'en'
      const asset = await once(`search ${language}`, () =>
        makeAsset(JSON_TYPE, JSON.stringify(book().index(language))),
      )
      sendAsset(ctx, asset, { 'Cache-Control': 'private, no-cache' })
    }),
    get(`${DOCS_PATH}/*`, async (ctx) => {
      const path = ctx.path.replace(/\/$/, '')
      const picture = folder.pictures.get(path.slice(DOCS_PATH.length + 1))
      if (picture === undefined) {
        await sendPage(ctx, path)
        return
      }
      const asset = await once(path, () => makeAsset(picture.type, picture.bytes))
      sendAsset(ctx, asset, {
        'Cache-Control': 'public, max-age=300',
        // A drawing has its colours in a style of its own.
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
    }),
  ]
}
