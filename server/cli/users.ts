/** `platen users …`: the people who work in the console, and the one-time links that let them in. */
import { eachItem, ownId } from '../../core/page.ts'
import { CLI } from '../../core/service/access/audit-store.ts'
import { ROLES, type Role } from '../../core/service/access/role.ts'
import { makeFirstLink } from '../../core/service/console/join.ts'
import { emailKey } from '../../core/service/console/sign-in.ts'
import { changeUser, inviteUser, linkUser, type UserChanges } from '../../core/service/console/team-users.ts'
import { statusOf, type UserRecord } from '../../core/service/console/user.ts'
import { readProcessConfig } from '../config.ts'
import { joinUrl } from '../operations/links.ts'
import { type Command, type CommandContext, CommandFailure, textOption, UsageError } from './command.ts'
import { findTeam } from './find.ts'
import { minute, table, timestamp } from './layout.ts'

const TEAM = { value: 'TEAM', says: 'id or name of the team, if there are several' }
const ONCE = 'The link works once, within 24 hours. It is shown only now.'

const list: Command = {
  words: ['users', 'list'],
  says: 'List the users of a team, newest first.',
  options: { team: TEAM },
  async run(context, input) {
    const team = await findTeam(context, textOption(input, 'team'))
    const users = await allUsers(context, team.id)
    const rows = users.map((user) => [
      user.id,
      user.email,
      user.name,
      user.role,
      statusOf(user),
      user.signedInAt === null ? 'never' : minute(user.signedInAt),
    ])
    const headings = ['id', 'e-mail', 'name', 'role', 'state', 'signed in (utc)']
    return {
      text:
        users.length === 0
          ? `${team.name} has no console users yet. Invite the first one: platen users link`
          : `Users of ${team.name}\n\n${table(headings, rows)}`,
      json: { data: users.map(facts) },
    }
  },
}

const invite: Command = {
  words: ['users', 'invite'],
  says: 'Invite a user to the console and show the one-time link to send.',
  argument: 'EMAIL',
  options: { role: { value: 'ROLE', says: ROLES.join(', ') }, team: TEAM },
  async run(context, input) {
    if (input.argument === undefined)
      throw new UsageError('Give an e-mail address: platen users invite EMAIL')
    const role = roleOf(textOption(input, 'role'))
    const team = await findTeam(context, textOption(input, 'team'))
    const { user, token } = await inviteUser(context, {
      teamId: team.id,
      invitation: { email: input.argument, role },
      actor: CLI,
    })
    return linkAnswer(`Invited ${user.email} to ${team.name} as ${role}. Send this link:`, token, user)
  },
}

const link: Command = {
  words: ['users', 'link'],
  says: 'Create a one-time link for the first user of a team, an expired invitation or a forgotten passphrase.',
  argument: 'USER',
  options: { team: TEAM },
  async run(context, input) {
    if (input.argument !== undefined) {
      const found = await findUser(context, input.argument)
      const { user, token } = await linkUser(context, { teamId: found.teamId, id: found.id, actor: CLI })
      return linkAnswer(`${user.email} can choose a new passphrase with this link:`, token, user)
    }
    const team = await findTeam(context, textOption(input, 'team'))
    const made = await makeFirstLink(context, team.id)
    if (made === null)
      throw new UsageError('Give the e-mail address or id of a user. platen users list shows them.')
    return linkAnswer(`The first user of ${team.name} can sign up as owner with this link:`, made.token, null)
  },
}

const role: Command = {
  words: ['users', 'role'],
  says: 'Change the role of a user.',
  argument: 'USER',
  options: { role: { value: 'ROLE', says: ROLES.join(', ') } },
  async run(context, input) {
    const wanted = roleOf(textOption(input, 'role'))
    const changed = await changeNamed(context, input.argument, { role: wanted })
    return { text: `${changed.email} now has the role ${changed.role}.`, json: facts(changed) }
  },
}

const disable: Command = {
  words: ['users', 'disable'],
  says: 'Disable a user and sign the user out everywhere.',
  argument: 'USER',
  options: {},
  async run(context, input) {
    const changed = await changeNamed(context, input.argument, { disabled: true })
    return {
      text: `${changed.email} is disabled and signed out everywhere.`,
      json: facts(changed),
    }
  },
}

const enable: Command = {
  words: ['users', 'enable'],
  says: 'Enable a disabled user.',
  argument: 'USER',
  options: {},
  async run(context, input) {
    const changed = await changeNamed(context, input.argument, { disabled: false })
    return { text: `${changed.email} can sign in again.`, json: facts(changed) }
  },
}

export const USER_COMMANDS: readonly Command[] = [list, invite, link, role, disable, enable]

function roleOf(said: string | undefined): Role {
  const found = ROLES.find((one) => one === said)
  if (found !== undefined) return found
  const choice = `--role must be one of ${ROLES.join(', ')}`
  throw new UsageError(said === undefined ? `Give a role: ${choice}.` : `${choice}, not "${said}".`)
}

async function changeNamed(
  context: CommandContext,
  said: string | undefined,
  changes: UserChanges,
): Promise<UserRecord> {
  const { teamId, id } = await findUser(context, said)
  return changeUser(context, { teamId, id, changes, actor: CLI })
}

/** By e-mail or id, of any team. */
async function findUser({ store }: CommandContext, said: string | undefined): Promise<UserRecord> {
  if (said === undefined)
    throw new UsageError('Give the e-mail address or id of a user. platen users list shows them.')
  const byEmail = await store.users.findByEmail(emailKey(said))
  if (byEmail !== null) return byEmail
  for (const team of await store.teams.list()) {
    const user = await store.users.find(team.id, said)
    if (user !== null) return user
  }
  throw new CommandFailure(`No such user: "${said}". platen users list shows all users.`)
}

async function allUsers({ store }: CommandContext, teamId: string): Promise<readonly UserRecord[]> {
  return Array.fromAsync(eachItem((page) => store.users.list(teamId, page), ownId))
}

function linkAnswer(says: string, token: string, user: UserRecord | null) {
  const { baseUrl } = readProcessConfig()
  // Where the port is found at the start, only the running service knows its address.
  const url = joinUrl(baseUrl ?? 'http://localhost', token)
  return {
    text: [says, '', `  ${url}`, '', ONCE].join('\n'),
    json: { link: url, user: user === null ? null : facts(user) },
  }
}

function facts(user: UserRecord) {
  return {
    id: user.id,
    team_id: user.teamId,
    email: user.email,
    name: user.name,
    role: user.role,
    status: statusOf(user),
    signed_in_at: timestamp(user.signedInAt),
    created_at: timestamp(user.createdAt),
  }
}
