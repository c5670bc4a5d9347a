/** People of the console without a browser: signed in by role, and requests as the console's page sends them. */
import type { Role } from '../../../core/service/access/role.ts'
import { makeFirstLink } from '../../../core/service/console/join.ts'
import type { SendOptions, TestServer } from './open-test-server.ts'

export const PASSPHRASE = 'seven grey geese by the lake'

export interface Person {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** The token of a session, as the cookie has it. */
  readonly token: string
}

const NAMES: Readonly<Record<Role, string>> = {
  owner: 'Mary Somerville',
  editor: 'Grace Hopper',
  viewer: 'Alan Turing',
}

/** The first person of a team, an owner; the test's team unless another is said. */
export async function joinFirst(test: TestServer, teamId = test.team.id, email = 'ada@printshop.example') {
  const made = await makeFirstLink(test.server.ports, teamId)
  if (made === null) throw new Error('Somebody is there already.')
  const said = { name: 'Ada Lovelace', email, passphrase: PASSPHRASE }
  const { user, token } = await test.server.service.console.join({
    request: { token: made.token, ...said },
    requestId: 'req_test',
  })
  return { id: user.id, email: user.email, role: user.role, token } satisfies Person
}

/** Somebody who was invited and has come in; `email` is nobody else's. */
export async function joinAs(
  test: TestServer,
  role: Role,
  email: string,
  teamId = test.team.id,
): Promise<Person> {
  const { service } = test.server
  const invited = await service.users.invite({ teamId, invitation: { email, role } })
  const request = { token: invited.token, name: NAMES[role], email: null, passphrase: PASSPHRASE }
  const { user, token } = await service.console.join({ request, requestId: 'req_test' })
  return { id: user.id, email, role, token }
}

/** The headers with which the console's own page sends a request. */
export function ownHeaders(test: TestServer, person: Pick<Person, 'token'> | null): Record<string, string> {
  return {
    'x-service-console': '1',
    origin: new URL(test.server.baseUrl).origin,
    ...(person === null ? {} : { cookie: `platen=${person.token}` }),
  }
}

/** As the page of somebody signed in sends it, or of nobody. */
export function sendAs(
  test: TestServer,
  person: Pick<Person, 'token'> | null,
  path: string,
  options: SendOptions = {},
): Promise<Response> {
  const headers = { ...ownHeaders(test, person), ...options.headers }
  return test.send(path, { ...options, key: options.key ?? null, headers })
}

/** As sendAs, with the JSON of the reply. */
export async function jsonAs(
  test: TestServer,
  person: Pick<Person, 'token'> | null,
  path: string,
  options: SendOptions = {},
): ReturnType<TestServer['json']> {
  const headers = { ...ownHeaders(test, person), ...options.headers }
  return test.json(path, { ...options, key: options.key ?? null, headers })
}
