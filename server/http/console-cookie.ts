/** The cookie of the console: names, sets, reads and clears it. */
import { LONGEST_SESSION_MS } from '../../core/service/console/sign-in.ts'

export interface ConsoleCookie {
  /** The token of a request's Cookie header, or ''. */
  read(header: string): string
  /** The Set-Cookie header that begins a session. */
  begin(token: string): string
  /** The one that ends it. */
  readonly end: string
}

/**
 * Over https the name's prefix keeps every other host, and every page of http, from setting it (RFC 6265bis, 4.1.3.2).
 * Strict: no link of another site carries it along, and the console's page needs none to be shown.
 */
export function createConsoleCookie(baseUrl: string): ConsoleCookie {
  const isSecure = baseUrl.startsWith('https:')
  const name = isSecure ? '__Host-platen' : 'platen'
  const rest = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read(header) {
      for (const pair of header.split(';')) {
        const [given = '', ...value] = pair.split('=')
        if (given.trim() === name) return value.join('=').trim()
      }
      return ''
    },
    // How long the session lasts the service decides; the browser forgets it when it must be over.
    begin: (token) => `${name}=${token}; Max-Age=${LONGEST_SESSION_MS / 1000}; ${rest}`,
    end: `${name}=; Max-Age=0; ${rest}`,
  }
}
