/** `platen preflight FILE`: what a printer would say of a PDF, without a server, a database or a template. */
import { DEFAULT_PROFILE, PROFILE_NAMES, type ProfileName } from '../../core/engine/finding/profile.ts'
import { CommandFailure, type InstallationCommand, textOption, UsageError } from './command.ts'

export const preflightCommand: InstallationCommand = {
  words: ['preflight'],
  argument: 'FILE',
  says: 'Check a PDF like an upload and print a preflight report.',
  options: {
    profile: { value: 'NAME', says: `One of ${PROFILE_NAMES.join(', ')}; ${DEFAULT_PROFILE} by default.` },
    plates: { says: 'Also measure ink coverage on the plates.' },
    pictures: { value: 'FOLDER', says: 'Write each page with its findings marked to this folder as PNG.' },
  },
  async runOn({ config, printProgress }, input) {
    const file = input.argument
    if (file === undefined) throw new UsageError('Give a PDF: platen preflight FILE')
    const profile = textOption(input, 'profile') ?? DEFAULT_PROFILE
    if (!isProfile(profile))
      throw new UsageError(`Unknown profile "${profile}". The profiles are ${PROFILE_NAMES.join(', ')}.`)
    const { checkFile, FileRefused } = await import('./check-file.ts')
    const asked = {
      ...{ file, profile, plates: input.options.plates === true },
      pictures: textOption(input, 'pictures') ?? null,
    }
    const { text, status, pageCount, findings, pictures } = await checkFile(
      config,
      asked,
      printProgress,
    ).catch((error: unknown) => {
      throw error instanceof FileRefused ? new CommandFailure(error.message) : error
    })
    return {
      text: [text.trimEnd(), ...(pictures.length === 0 ? [] : ['', ...pictures])].join('\n'),
      json: { status, profile, page_count: pageCount, findings, pictures },
      exitCode: status === 'fail' ? 1 : 0,
    }
  },
}

function isProfile(name: string): name is ProfileName {
  return PROFILE_NAMES.some((one) => one === name)
}
