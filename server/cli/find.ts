/** Finds the team or the key that a command line means. */
import type { KeyRecord, TeamRecord } from '../../core/service/access/key.ts'
import { listTeams } from '../../core/service/access/teams.ts'
import type { CommandContext } from './command.ts'
import { CommandFailure, UsageError } from './command.ts'
import { definitions } from './layout.ts'

/** By id or by name; without either, the only team. */
export async function findTeam(context: CommandContext, said: string | undefined): Promise<TeamRecord> {
  const teams = await listTeams(context.store)
  if (teams.length === 0)
    throw new CommandFailure('There is no team yet. Create one: platen teams create NAME')
  const meant = said === undefined ? teams : teams.filter((team) => team.id === said || team.name === said)
  const [team] = meant
  if (team !== undefined && meant.length === 1) return team
  const choice = definitions(teams.map(({ id, name }) => [id, name]))
  if (team === undefined) throw new CommandFailure(`No such team: "${said}". The teams are:\n${choice}`)
  const problem = said === undefined ? 'There are several teams' : `Several teams are named "${said}"`
  throw new UsageError(`${problem}. Choose one with --team and its id:\n${choice}`)
}

/** A key of any team, or of the named team. */
export async function findKey(
  context: CommandContext,
  id: string | undefined,
  saidTeam: string | undefined,
): Promise<KeyRecord> {
  if (id === undefined) throw new UsageError('Give the id of a key. platen keys list shows them.')
  const teams = saidTeam === undefined ? await listTeams(context.store) : [await findTeam(context, saidTeam)]
  for (const team of teams) {
    const key = await context.store.keys.find(team.id, id)
    if (key !== null) return key
  }
  throw new CommandFailure(`No such key: "${id}". platen keys list shows all keys.`)
}
