/** `platen teams …`: makes, changes and lists teams, each with templates, renders and keys of its own. */
import { BILLING_STATUSES, type TeamRecord } from '../../core/service/access/key.ts'
import { changeTeam, createTeam, listTeams, type TeamTerms } from '../../core/service/access/teams.ts'
import { type Command, type CommandInput, type CommandOption, textOption, UsageError } from './command.ts'
import { findTeam } from './find.ts'
import { definitions, minute, table, timestamp } from './layout.ts'

/** What a team may have, by the option that says it; a number, or `none`. */
const COUNTS = {
  'render-limit': { property: 'renderLimitMonthly', says: 'print files per calendar month' },
  'template-limit': { property: 'templateLimit', says: 'templates that are not archived' },
  'embed-application-limit': { property: 'embedApplicationLimit', says: 'embed applications' },
  'webhook-endpoint-limit': { property: 'webhookEndpointLimit', says: 'enabled webhook endpoints' },
  'retention-days': {
    property: 'retentionDays',
    says: 'days after which customer data is erased, instead of RETENTION_DAYS',
  },
} as const satisfies Record<string, { readonly property: keyof TeamTerms; readonly says: string }>

const TERMS: Readonly<Record<string, CommandOption>> = {
  'billing-status': {
    value: 'STATUS',
    says: `${BILLING_STATUSES.join(' or ')}: an inactive team cannot start new work`,
  },
  ...Object.fromEntries(
    Object.entries(COUNTS).map(([name, { says }]) => [name, { value: 'COUNT', says: `${says}; or none` }]),
  ),
}

const create: Command = {
  words: ['teams', 'create'],
  says: 'Create a team with its own templates, renders and keys.',
  argument: 'NAME',
  options: { name: { value: 'NAME', says: 'name of the team, if not given as the argument' }, ...TERMS },
  async run(context, input) {
    const name = input.argument ?? textOption(input, 'name')
    if (name === undefined) throw new UsageError('Give the name of the team: platen teams create NAME')
    const team = await createTeam(context, { name, ...termsOf(input) })
    return {
      text: `Created the team ${team.name}: ${team.id}\nCreate its first key: platen keys create --type secret --team ${team.id}`,
      json: facts(team),
    }
  },
}

const set: Command = {
  words: ['teams', 'set'],
  says: 'Change the limits of a team. Options that are not given stay unchanged.',
  argument: 'TEAM',
  options: { name: { value: 'NAME', says: 'another name' }, ...TERMS },
  async run(context, input) {
    const { argument } = input
    if (argument === undefined) throw new UsageError('Give the id or name of a team: platen teams set TEAM')
    const name = textOption(input, 'name')
    const changes = { ...termsOf(input), ...(name === undefined ? {} : { name }) }
    if (Object.keys(changes).length === 0)
      throw new UsageError('Give at least one option. See: platen teams set --help')
    const found = await findTeam(context, argument)
    const team = await changeTeam(context, found.id, changes)
    return { text: `${team.name} (${team.id}) has now:\n${described(team)}`, json: facts(team) }
  },
}

const list: Command = {
  words: ['teams', 'list'],
  says: 'List the teams, newest first.',
  options: {},
  async run(context) {
    const teams = await listTeams(context.store)
    const rows = teams.map((team) => [
      team.id,
      team.name,
      team.billingStatus,
      said(team.renderLimitMonthly),
      said(team.templateLimit),
      said(team.embedApplicationLimit),
      said(team.webhookEndpointLimit),
      team.retentionDays === null ? 'as set' : `${team.retentionDays} d`,
      minute(team.createdAt),
    ])
    const limits = ['print files per month', 'templates', 'applications', 'endpoints', 'words kept']
    return {
      text:
        teams.length === 0
          ? 'There is no team yet. Create one: platen teams create NAME'
          : table(['id', 'name', 'billing', ...limits, 'made (utc)'], rows),
      json: { data: teams.map(facts) },
    }
  },
}

export const TEAM_COMMANDS: readonly Command[] = [create, set, list]

function termsOf(input: CommandInput): Partial<TeamTerms> {
  const terms: Record<string, number | string | null> = {}
  for (const [name, { property }] of Object.entries(COUNTS)) {
    const text = textOption(input, name)
    if (text !== undefined) terms[property] = countOf(name, text)
  }
  const billing = textOption(input, 'billing-status')
  if (billing === undefined) return terms
  const billingStatus = BILLING_STATUSES.find((one) => one === billing)
  if (billingStatus === undefined)
    throw new UsageError(`--billing-status must be ${BILLING_STATUSES.join(' or ')}, not "${billing}".`)
  return { ...terms, billingStatus }
}

function countOf(name: string, text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be an integer or none, not "${text}".`)
  return Number(text)
}

function said(limit: number | null): string {
  return limit === null ? 'no limit' : String(limit)
}

function described(team: TeamRecord): string {
  return definitions([
    ['billing', team.billingStatus],
    ['print files per month', said(team.renderLimitMonthly)],
    ['templates', said(team.templateLimit)],
    ['embed applications', said(team.embedApplicationLimit)],
    ['webhook endpoints', said(team.webhookEndpointLimit)],
    ['words kept', team.retentionDays === null ? 'set by RETENTION_DAYS' : `${team.retentionDays} days`],
  ])
}

function facts(team: TeamRecord) {
  return {
    id: team.id,
    name: team.name,
    billing_status: team.billingStatus,
    render_limit_monthly: team.renderLimitMonthly,
    template_limit: team.templateLimit,
    embed_application_limit: team.embedApplicationLimit,
    webhook_endpoint_limit: team.webhookEndpointLimit,
    retention_days: team.retentionDays,
    created_at: timestamp(team.createdAt),
  }
}
