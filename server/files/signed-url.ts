/** Signed links to files: made and checked from a key and a time alone, with no row and no clock of their own. */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'

/** The purpose of a link is part of the signed text, so a link is useless for another purpose. */
const PATHS = {
  'render-pdf': (id: string) => `/files/renders/${id}.pdf`,
  'batch-pdf': (id: string) => `/files/batches/${id}.pdf`,
  'export-zip': (id: string) => `/files/exports/${id}.zip`,
  'asset-screen': (id: string) => `/files/assets/${id}.webp`,
  'own-picture': (id: string) => `/files/pictures/${id}`,
  'asset-thumbnail': (id: string) => `/files/thumbnails/${id}.webp`,
} as const
export type FilePurpose = keyof typeof PATHS
export type Disposition = 'attachment' | 'inline'

export interface FileLink {
  readonly purpose: FilePurpose
  readonly id: string
  /** SHA-256 of the file, hex: a new file invalidates old links. */
  readonly contentSha256: string
}

/** Made of MASTER_KEY by fileUrlKey; `kid` names it in links and reveals nothing of it. */
export interface FileUrlKey {
  readonly kid: string
  readonly secret: KeyObject
}

/** The query of a link as it came in; each value stands once. */
export interface FileUrlQuery {
  readonly v?: string | undefined
  readonly exp?: string | undefined
  readonly d?: string | undefined
  readonly kid?: string | undefined
  readonly sig?: string | undefined
}

export const FILE_URL_LIFETIME_SECONDS = 3600
const VERSION = '1'

/** RFC 5869 with SHA-256; the info string keeps this key apart from others of the same master key. */
export function fileUrlKey(masterKey: Uint8Array): FileUrlKey {
  if (masterKey.length < 32) throw new Error('The master key has fewer than 32 bytes.')
  const derive = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(0), info, length))
  return {
    kid: derive('signed-url/v1/kid', 4).toString('hex'),
    secret: createSecretKey(derive('signed-url/v1', 32)),
  }
}

/** Path and query. `now` in ms since 1970; the link lasts `lifetimeSeconds`, at most an hour. */
export function signFileUrl(
  options: FileLink & {
    readonly key: FileUrlKey
    readonly now: number
    readonly disposition?: Disposition
    readonly lifetimeSeconds?: number
  },
): string {
  const { key, purpose, id, now, disposition = 'attachment' } = options
  const lifetime = options.lifetimeSeconds ?? FILE_URL_LIFETIME_SECONDS
  if (!(lifetime >= 1 && lifetime <= FILE_URL_LIFETIME_SECONDS)) {
    throw new Error(`A link lasts 1 to ${FILE_URL_LIFETIME_SECONDS} seconds.`)
  }
  const exp = String(Math.floor(now / 1000 + lifetime))
  const sig = signature(key, options, exp, disposition).toString('base64url')
  const query = new URLSearchParams({ v: VERSION, exp, d: disposition, kid: key.kid, sig })
  return `${PATHS[purpose](id)}?${query}`
}

/**
 * `keys` holds the present key and those that were replaced less than an hour ago. A changed link is `invalid`
 * whether or not its time is over; one that would last longer than an hour from now was not made by signFileUrl.
 */
export function verifyFileUrl(
  options: FileLink & {
    readonly keys: readonly FileUrlKey[]
    readonly query: FileUrlQuery
    readonly now: number
  },
): 'ok' | 'invalid' | 'expired' {
  const { v, exp = '', d, kid, sig = '' } = options.query
  const key = options.keys.find((one) => one.kid === kid)
  if (v !== VERSION || key === undefined || !/^[1-9]\d{0,11}$/.test(exp)) return 'invalid'
  if (d !== 'attachment' && d !== 'inline') return 'invalid'

  const expected = signature(key, options, exp, d)
  const given = Buffer.from(sig, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'invalid'
  // Base64 has several spellings of one value; only the one that was given out counts.
  if (given.toString('base64url') !== sig) return 'invalid'

  const nowSeconds = options.now / 1000
  if (Number(exp) > nowSeconds + FILE_URL_LIFETIME_SECONDS) return 'invalid'
  return nowSeconds < Number(exp) ? 'ok' : 'expired'
}

function signature(key: FileUrlKey, link: FileLink, exp: string, disposition: Disposition): Buffer {
  const signed = [`v${VERSION}`, 'GET', link.purpose, link.id, link.contentSha256, exp, disposition].join(
    '\n',
  )
  return createHmac('sha256', key.secret).update(signed).digest()
}

/** A picture of a fill in one state or of a template's revision: `rev` names it, `w` is the width in px. */
export interface PreviewLink {
  readonly id: string
  readonly rev: string
  readonly width: number
}

/**
 * Path and query of a picture, for carts and orders. Decision: the link says nothing of when it ends; that is
 * the fill's business and is looked up with it.
 */
export function signPreviewUrl(key: FileUrlKey, { id, rev, width }: PreviewLink): string {
  const sig = previewSignature(key, { id, rev, width }).toString('base64url')
  return `/files/previews/${id}.png?${new URLSearchParams({ rev, w: String(width), sig })}`
}

/** Path and query of the proof of a fill in one state, which `rev` names; it ends with the fill, as its pictures do. */
export function signProofUrl(key: FileUrlKey, link: ProofLink): string {
  const { id, rev } = link
  const query = new URLSearchParams({ rev, sig: proofSignature(key, link).toString('base64url') })
  return `/files/proofs/${id}.pdf?${query}`
}

export function verifyProofUrl(keys: readonly FileUrlKey[], link: ProofLink, sig: string): boolean {
  return isSignature(sig, keys, (key) => proofSignature(key, link))
}

type ProofLink = Omit<PreviewLink, 'width'>

/** Is it a signature of this very link? A link to a render's PDF is worth nothing here, nor the other way round. */
export function verifyPreviewUrl(keys: readonly FileUrlKey[], link: PreviewLink, sig: string): boolean {
  return isSignature(sig, keys, (key) => previewSignature(key, link))
}

/** Base64 has several spellings of one value; only the one that was given out counts. */
function isSignature(
  sig: string,
  keys: readonly FileUrlKey[],
  expectedWith: (key: FileUrlKey) => Buffer,
): boolean {
  const given = Buffer.from(sig, 'base64url')
  if (given.toString('base64url') !== sig) return false
  return keys.some((key) => {
    const expected = expectedWith(key)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

function proofSignature(key: FileUrlKey, { id, rev }: ProofLink): Buffer {
  return createHmac('sha256', key.secret)
    .update([`v${VERSION}`, 'GET', 'fill-proof', id, rev].join('\n'))
    .digest()
}

/** Ids name what they are of, so that a template's picture is never a fill's. */
function previewSignature(key: FileUrlKey, { id, rev, width }: PreviewLink): Buffer {
  const purpose = id.startsWith('tpl_') ? 'template-preview' : 'fill-preview'
  const signed = [`v${VERSION}`, 'GET', purpose, id, rev, width].join('\n')
  return createHmac('sha256', key.secret).update(signed).digest()
}
