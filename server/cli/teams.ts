/** `platen teams …`: makes and lists teams, each with templates, renders and keys of its own. */
import type { TeamRecord } from '../../core/access/key.ts'
import { createTeam, listTeams } from '../../core/access/teams.ts'
import { type Command, textOption, UsageError } from './command.ts'
import { minute, table, timestamp } from './layout.ts'

const create: Command = {
  words: ['teams', 'create'],
  says: 'Make a team, with templates, renders and keys of its own.',
  argument: 'NAME',
  options: {
    name: { value: 'NAME', says: 'the name, where it is not the argument' },
    'render-limit': { value: 'COUNT', says: 'print files a calendar month; without it, no limit' },
  },
  async run(context, input) {
    const name = input.argument ?? textOption(input, 'name')
    if (name === undefined) throw new UsageError('Say what the team is called: platen teams create NAME')
    const limit = textOption(input, 'render-limit')
    if (limit !== undefined && !/^\d{1,9}$/.test(limit)) {
      throw new UsageError(`--render-limit takes a whole number, not "${limit}".`)
    }
    const team = await createTeam(context, {
      name,
      renderLimitMonthly: limit === undefined ? null : Number(limit),
    })
    return {
      text: `The team ${team.name} is made: ${team.id}\nIts first key: platen keys create --type secret --team ${team.id}`,
      json: facts(team),
    }
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
      team.renderLimitMonthly === null ? 'no limit' : String(team.renderLimitMonthly),
      minute(team.createdAt),
    ])
    return {
      text:
        teams.length === 0
          ? 'There is no team yet. Make one: platen teams create NAME'
          : table(['id', 'name', 'print files a month', 'made (utc)'], rows),
      json: { data: teams.map(facts) },
    }
  },
}

export const TEAM_COMMANDS: readonly Command[] = [create, list]

function facts(team: TeamRecord) {
  return {
    id: team.id,
    name: team.name,
    render_limit_monthly: team.renderLimitMonthly,
    created_at: timestamp(team.createdAt),
  }
}
