/** Origins of web pages (RFC 6454): how they are read, and which may be allowed. */
import { ServiceError } from '../../errors.ts'

/** Scheme, host and port, and nothing else: no user, path, wildcard or white space. */
const FORM = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s/?#@:\\*[\]]+)(?::\d{1,5})?$/i
/** Names that never leave the machine (RFC 6761 6.3, RFC 1122 3.2.1.3). */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * The origin with scheme and host in lower case, the host in ASCII and without a default port, or null where the text
 * is none (`null`, an extension's, one with a path). Two texts are one origin exactly when the results are equal:
 * there are no wildcards, and a trailing dot makes another host.
 */
export function readOrigin(text: string): string | null {
  if (!FORM.test(text) || !URL.canParse(text)) return null
  return new URL(text).origin
}

/**
 * A list of allowed origins, each once. Decision: plain http only for this machine, as anyone on the way could speak
 * for such a page. Throws `invalid_origin` naming the first that cannot be allowed.
 */
export function readAllowedOrigins(given: readonly string[]): readonly string[] {
  const origins = given.map((text, at) => {
    const origin = readOrigin(text)
    if (origin !== null && (origin.startsWith('https:') || LOOPBACK.test(new URL(origin).hostname)))
      return origin
    throw new ServiceError('invalid_origin', {
      message: `Invalid origin ${JSON.stringify(text)}. Use scheme, host and port without a path, such as https://shop.example.`,
      param: `allowed_origins.${at}`,
    })
  })
  return [...new Set(origins)]
}
