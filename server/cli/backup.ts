/** `platen backup`, `restore` and `verify`: a shop's own copy of everything, and whether it and the original are whole. */

import type { Progress } from '../backup/installation.ts'
import type { Findings, Problem } from '../backup/problem.ts'
import {
  type Answer,
  CommandFailure,
  type CommandInput,
  type InstallationCommand,
  type InstallationContext,
  UsageError,
} from './command.ts'
import { amount, definitions, size } from './layout.ts'

const backup: InstallationCommand = {
  words: ['backup'],
  says: 'Write the database, files and master key to a new folder. The server can keep running.',
  argument: 'FOLDER',
  options: {},
  async runOn(context, input) {
    const folder = folderOf(input, 'backup')
    const { takeBackup } = await import('../backup/take-backup.ts')
    const { BackupRefused } = await import('../backup/manifest.ts')
    const manifest = await plainly(BackupRefused, () =>
      takeBackup(context.config, folder, context.now(), progressPrinter(context)),
    )
    const rows = sum(manifest.tables.map((table) => table.rows))
    const bytes = sum([...manifest.files, ...manifest.tables].map((part) => part.bytes))
    const key = manifest.master_key
    return {
      text: [
        `The backup is complete: ${folder}`,
        '',
        definitions([
          ['rows', `${amount(rows)} in ${manifest.tables.length} tables`],
          ['files', amount(manifest.files.length)],
          ['size', size(bytes)],
        ]),
        '',
        keyNote(key),
        ...(key.included ? ['This folder contains your keys and customer data. Keep it safe.'] : []),
        `To check it: platen verify ${folder}`,
      ].join('\n'),
      json: {
        folder,
        created_at: manifest.created_at,
        tables: manifest.tables.length,
        rows,
        files: manifest.files.length,
        bytes,
        master_key: key,
        migrations: manifest.migrations,
      },
    }
  },
}

const restore: InstallationCommand = {
  words: ['restore'],
  says: 'Restore a backup into a new, empty installation on SQLite or PostgreSQL.',
  argument: 'FOLDER',
  options: {},
  async runOn(context, input) {
    const folder = folderOf(input, 'restore')
    const { DamagedBackup, restoreBackup } = await import('../backup/restore-backup.ts')
    const { BackupRefused } = await import('../backup/manifest.ts')
    const restored = await plainly(BackupRefused, () =>
      restoreBackup(context.config, folder, progressPrinter(context)).catch((error: unknown) => {
        if (!(error instanceof DamagedBackup)) throw error
        throw new CommandFailure(`${error.message}\n\n${listed(error.problems)}`)
      }),
    )
    const { manifest, migrated, keyPlaced } = restored
    const rows = sum(manifest.tables.map((table) => table.rows))
    return {
      text: [
        `The backup of ${manifest.created_at.slice(0, 16).replace('T', ' ')} UTC is restored.`,
        '',
        definitions([
          ['rows', `${amount(rows)} in ${manifest.tables.length} tables`],
          ['files', amount(manifest.files.length)],
          ['master key', keyPlaced ? `restored to ${context.config.dataDir}` : 'was there'],
          ...(migrated.length > 0 ? ([['migrated to this version', migrated.join(', ')]] as const) : []),
        ]),
        '',
        'Pending webhooks and print files continue when the server starts.',
        'To check it first: platen verify',
      ].join('\n'),
      json: {
        created_at: manifest.created_at,
        rows,
        files: manifest.files.length,
        master_key_placed: keyPlaced,
        migrated,
      },
    }
  },
}

const verify: InstallationCommand = {
  words: ['verify'],
  says: 'Check a backup; without a folder, check this installation for lost, duplicate and damaged data.',
  argument: '[FOLDER]',
  options: {},
  async runOn(context, input) {
    const { BackupRefused } = await import('../backup/manifest.ts')
    const report = progressPrinter(context)
    if (input.argument !== undefined) {
      const folder = input.argument
      const { checkBackup } = await import('../backup/check-backup.ts')
      return judged(
        'The backup is complete.',
        await plainly(BackupRefused, () => checkBackup(folder, report)),
      )
    }
    const { checkInstallation } = await import('../backup/check-installation.ts')
    const now = context.now()
    const found = await plainly(BackupRefused, () => checkInstallation(context.config, { now, report }))
    return judged('No problems found.', found)
  },
}

export const BACKUP_COMMANDS: readonly InstallationCommand[] = [backup, restore, verify]

function folderOf({ argument }: CommandInput, verb: string): string {
  if (argument !== undefined) return argument
  throw new UsageError(`Give a folder: platen ${verb} FOLDER`)
}

export async function plainly<T>(
  refused: new (message: string) => Error,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof refused) throw new CommandFailure(error.message)
    throw error
  }
}

export function progressPrinter({ printProgress }: InstallationContext): (progress: Progress) => void {
  return ({ doing, rows, files, bytes }) =>
    printProgress(`${doing}  ${amount(rows)} rows  ${amount(files)} files  ${size(bytes)}`)
}

export function judged(well: string, { looked, problems, notes = [] }: Findings): Answer {
  const facts = definitions(
    Object.entries(looked).map(([what, count]) =>
      what === 'bytes' ? ['size of files', size(count)] : [what, amount(count)],
    ),
  )
  const more = notes.map((note) => `\n\n${note}`).join('')
  const count = problems.length === 1 ? 'One thing is' : `${amount(problems.length)} things are`
  return {
    text:
      (problems.length === 0 ? `${well}\n\n${facts}` : `${count} wrong.\n\n${listed(problems)}\n\n${facts}`) +
      more,
    json: {
      ok: problems.length === 0,
      looked,
      notes,
      problems: problems.map(({ code, object, teamId, says }) => ({ code, object, team_id: teamId, says })),
    },
    exitCode: problems.length === 0 ? 0 : 1,
  }
}

function listed(problems: readonly Problem[]): string {
  return definitions(problems.map(({ object, says }) => [object, says]))
}

function keyNote({ id, included }: { readonly id: string | null; readonly included: boolean }): string {
  if (id === null) return 'There is no master key yet. The server creates it at its first start.'
  return included
    ? 'The master key is included.'
    : 'The master key is not included because MASTER_KEY comes from the environment. A restore needs the same value.'
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
