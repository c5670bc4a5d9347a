/** A hot folder: the folder that a team's presses, or a template's own one, are fed from; its record and its name. */
import type { OutputFormat } from '../../engine/press/output.ts'
import { ServiceError } from '../../errors.ts'

export const HOT_FOLDER_STATUSES = ['enabled', 'disabled'] as const
export type HotFolderStatus = (typeof HOT_FOLDER_STATUSES)[number]

export const LOGINS = ['password', 'key'] as const

/** Times are milliseconds since 1970. */
export interface HotFolderRecord {
  readonly id: string
  readonly teamId: string
  readonly name: string
  /** Null for the whole team; a template's own folder goes before the team's. */
  readonly templateId: string | null
  /** Below the folder of all hot folders: names joined by slashes. On an SFTP server: its address, see sftp-address. */
  readonly folder: string
  /** The folder as two spellings of one name have in common: see folderKey. */
  readonly folderKey: string
  readonly namePattern: string
  /** Files whose preflight says `fail` wait to be released. */
  readonly holdOnFail: boolean
  /** Files that are not this wait to be released too; null takes all. */
  readonly output: OutputFormat | null
  /** Files whose colours are not converted in this way wait to be released; null takes all. */
  readonly convert: 'cmyk' | null
  readonly status: HotFolderStatus
  readonly metadata: Readonly<Record<string, string>>
  /** Confirmed fingerprint of an SFTP server's key; null before, and for folders of this machine. */
  readonly hostKey: string | null
  readonly login: (typeof LOGINS)[number] | null
  /** Encrypted under the id of the hot folder: see openLogin. */
  readonly loginCiphertext: string | null
  /** Of the stored private key, in the form of `authorized_keys`. */
  readonly publicKey: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** Inside a hot folder; files that are no longer to be printed go there. */
export const WITHDRAWN = 'withdrawn'

const MOST_CHARACTERS = 200
const MOST_DEPTH = 8
/** Of one name; file systems have room for 255. */
const MOST_BYTES = 200

/** The folder in Unicode form C. Throws `invalid_parameter` for what could lead out, hide or fail on a press's machine. */
export function checkFolder(given: string): string {
  const folder = given.normalize('NFC')
  const names = folder.split('/')
  const fault =
    names.length > MOST_DEPTH || folder.length > MOST_CHARACTERS ? TOO_LONG : names.map(faultOf).find(Boolean)
  if (fault) throw new ServiceError('invalid_parameter', { message: fault, param: 'folder' })
  return folder
}

/** Equal for names that Windows and macOS take for one another. */
export function folderKey(folder: string): string {
  return folder.normalize('NFKC').toLowerCase().normalize('NFKC')
}

const TOO_LONG = `A folder path can have at most ${MOST_CHARACTERS} characters and ${MOST_DEPTH} levels.`

function faultOf(name: string): string | null {
  if (name === '')
    return 'A folder path is a name, or several names separated by single slashes, without a slash at the start or end.'
  if (!/^[\p{L}\p{M}\p{N} ._-]+$/u.test(name))
    return 'Folder names can contain letters, digits, spaces, dots, hyphens and underscores.'
  if (/^[. -]|[. ]$/.test(name))
    return 'A folder name cannot start with a dot, hyphen or space, or end with a dot or space.'
  if (isReserved(name)) return `${name} is a reserved name on Windows. Choose another name.`
  if (folderKey(name) === WITHDRAWN)
    return `${WITHDRAWN} is reserved for withdrawn files. Choose another name.`
  return utf8Length(name) > MOST_BYTES ? TOO_LONG : null
}

/** Names of devices on Windows, with whatever ending. */
export function isReserved(name: string): boolean {
  return /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i.test(name)
}

/** Bytes in UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}
