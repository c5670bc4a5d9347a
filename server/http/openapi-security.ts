/** The credentials of the interface as OpenAPI names them, and which of them an operation takes. */
import type { AnyOperation, Auth } from './operation.ts'

/** The names under which requirements refer to them. */
const SECURITY_SCHEMES = {
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A secret key (`platen_sk_…`) as a Bearer token: everything its team may do. For servers only.',
  },
  restrictedKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A restricted key (`platen_rk_…`) as a Bearer token, with the scope that the operation names; write includes read.',
  },
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Publishable-Key',
    description:
      'A publishable key (`platen_pk_…`) of an embed application: for pages on the origins that it allows.',
  },
  clientSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Client-Secret',
    description: 'The client secret (`es_…`) of one embed session, as long as the session lasts.',
  },
  clientSecretQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'client_secret',
    description:
      'The client secret in the address, where no header can be sent, such as for pictures; it can leak into logs.',
  },
  consoleSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'platen',
    description:
      'The cookie of somebody signed in to the console (`__Host-platen` over https). Each request says ' +
      '`X-Service-Console: 1`, and each that changes something comes from the origin of the service itself. ' +
      'Operations for keys take it too, within the rights of the role.',
  },
} as const
type SchemeName = keyof typeof SECURITY_SCHEMES

/** One of these is enough; the empty one says that none is needed. */
const TAKEN: Readonly<Record<Auth, readonly (readonly SchemeName[])[]>> = {
  secret: [['secretKey'], ['restrictedKey']],
  publishable: [['publishableKey'], []],
  session: [['clientSecret'], ['clientSecretQuery']],
  console: [['consoleSession']],
  // Whoever signs in has nothing yet.
  sign_in: [],
  none: [],
}

/** Without a scope, an operation is for full secret keys alone. The query form of the secret is for reading alone. */
export function securityOf({
  auth,
  scope,
  method,
}: AnyOperation): readonly Record<string, readonly never[]>[] {
  return TAKEN[auth]
    .filter((names) => !(auth === 'secret' && scope === null && names.includes('restrictedKey')))
    .filter((names) => !(method !== 'get' && names.includes('clientSecretQuery')))
    .map((names) => Object.fromEntries(names.map((name) => [name, []])))
}

/** The credentials that one of the operations takes. */
export function schemesOf(operations: readonly AnyOperation[]): Readonly<Record<string, object>> {
  const taken = new Set(operations.flatMap((operation) => securityOf(operation).flatMap(Object.keys)))
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => taken.has(name)))
}
