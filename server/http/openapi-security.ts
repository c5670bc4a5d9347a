/** The credentials of the interface as OpenAPI names them, and which of them an operation takes. */
import type { AnyOperation, Auth } from './operation.ts'

/** The names under which requirements refer to them. */
const SECURITY_SCHEMES = {
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret key (`platen_sk_…`) as a Bearer token: full access to the team. For servers only.',
  },
  restrictedKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A restricted key (`platen_rk_…`) as a Bearer token, with the scope of the operation. Write includes read.',
  },
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Publishable-Key',
    description:
      'A publishable key (`platen_pk_…`) of an embed application, for pages on its allowed origins.',
  },
  clientSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Client-Secret',
    description: 'The client secret (`es_…`) of an embed session, valid until the session ends.',
  },
  clientSecretQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'client_secret',
    description:
      'The client secret in the query, for requests without headers such as images. It can leak into logs.',
  },
  consoleSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'platen',
    description:
      'The cookie of a console session (`__Host-platen` over https). Each request must send ' +
      '`X-Service-Console: 1`, and each change must come from the origin of the service. ' +
      'Operations for API keys also accept it, within the permissions of the role.',
  },
} as const
type SchemeName = keyof typeof SECURITY_SCHEMES

/** One of these is enough; the empty one says that none is needed. */
const TAKEN: Readonly<Record<Auth, readonly (readonly SchemeName[])[]>> = {
  secret: [['secretKey'], ['restrictedKey']],
  publishable: [['publishableKey'], []],
  session: [['clientSecret'], ['clientSecretQuery']],
  console: [['consoleSession']],
  // Signing in needs no credentials.
  sign_in: [],
  none: [],
}

/** Without a scope, an operation is for full secret keys alone, unless it takes every key. The query form of the secret is for reading alone. */
export function securityOf({
  auth,
  scope,
  anyScope,
  method,
}: AnyOperation): readonly Record<string, readonly never[]>[] {
  return TAKEN[auth]
    .filter((names) => !(auth === 'secret' && scope === null && !anyScope && names.includes('restrictedKey')))
    .filter((names) => !(method !== 'get' && names.includes('clientSecretQuery')))
    .map((names) => Object.fromEntries(names.map((name) => [name, []])))
}

/** The credentials that one of the operations takes. */
export function schemesOf(operations: readonly AnyOperation[]): Readonly<Record<string, object>> {
  const taken = new Set(operations.flatMap((operation) => securityOf(operation).flatMap(Object.keys)))
  return Object.fromEntries(Object.entries(SECURITY_SCHEMES).filter(([name]) => taken.has(name)))
}
