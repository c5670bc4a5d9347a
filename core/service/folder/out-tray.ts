/** The port of hot folders: a disk or an SFTP server, in steps that survive a crash between any two of them. */
import type { SftpAddress } from './sftp-address.ts'

/** The fault of a folder, in the words of press staff. */
export const FOLDER_FAULTS = {
  folder_missing: 'The folder does not exist. Create it or connect its network share.',
  not_a_folder: 'The path is a file or a link, not a folder.',
  no_permission: 'Platen has no write permission. Grant it to the account that runs Platen.',
  read_only: 'The folder is read-only.',
  disk_full: 'The disk is full, or its quota is used up.',
  folder_unreachable: 'The disk or network share reports an error.',
  name_refused: 'The disk does not support this file name.',
  print_file_unreadable: 'Platen could not read the print file from its storage.',
  folder_failed: 'The folder cannot be used.',
  host_not_found: 'The host name of the server cannot be resolved.',
  host_not_allowed: 'The server has a private address. Set ALLOW_PRIVATE_SFTP to true to allow it.',
  host_key_unconfirmed:
    'The host key of the server is not confirmed. Compare its fingerprint, then confirm it.',
  host_key_changed:
    'The host key of the server has changed. Confirm the new one only if its operator changed it.',
  login_missing: 'No password or private key is stored for this server. Enter one.',
  login_refused: 'The server does not accept the user name with this password or private key.',
  sftp_unavailable: 'The server does not offer SFTP to this user.',
  server_unreachable: 'The server does not answer, or the connection was lost.',
} as const
export type FolderFaultCode = keyof typeof FOLDER_FAULTS

export class FolderFault extends Error {
  readonly code: FolderFaultCode
  /** Fingerprint of the key that the server showed, where that is the fault. */
  readonly hostKey: string | null

  constructor(code: FolderFaultCode, cause?: unknown, hostKey: string | null = null) {
    super(FOLDER_FAULTS[code], { cause })
    this.name = 'FolderFault'
    this.code = code
    this.hostKey = hostKey
  }
}

/** A folder as a team names it. */
export interface Place {
  readonly teamId: string
  /** Whose login opens an SFTP server. */
  readonly hotFolderId: string
  readonly folder: string
}

/** What lies in a folder under hidden names: `id` is the delivery's, `lease` the one under which it was put there. */
export interface Staged {
  readonly id: string
  readonly lease: number
}

/** A placed file. Its bytes distinguish it from another of the same name. */
export interface Placed {
  readonly id: string
  readonly fileName: string
  readonly sha256: string
  readonly sizeBytes: number
}

/** Every call throws FolderFault where the disk refuses. */
export interface OutTray {
  /** May the folders of two teams be the same one? */
  readonly sharedByTeams: boolean
  /** The folder's path on this machine, or its address, for those who set it up. */
  pathOf(place: Place): string
  /** Does the folder of all hot folders lie on a disk of this machine, so that the folder can be made in it? */
  canMake(place: Place): Promise<boolean>
  /** Makes what is missing of the folder below the folder of all hot folders. */
  make(place: Place): Promise<void>
  /** Writes and removes a small file; throws what keeps it from that. */
  probe(place: Place): Promise<void>
  /** Is there neither a file nor a ticket of this name? */
  isFree(place: Place, fileName: string): Promise<boolean>
  /**
   * Writes file and ticket under hidden names and makes them last. Whatever an earlier attempt of this delivery left
   * is removed first. `onProgress` is called after each part; what it throws ends the work.
   */
  stage(
    place: Place,
    staged: Staged,
    content: { readonly ticket: string; readonly bytes: AsyncIterable<Uint8Array> },
    onProgress: () => Promise<void>,
  ): Promise<void>
  /**
   * Takes over what was staged under earlier leases, so that their holders can place nothing more. `placed`: the file
   * is hidden no longer, so it has its name or a press has taken it. `lost`: a later lease has it.
   */
  adopt(place: Place, staged: Staged): Promise<'hidden' | 'placed' | 'lost'>
  /**
   * Gives ticket and file their names, the ticket first. `name_taken`: another's file stands there, nothing was done.
   * `lost`: what was staged is not there any more, another worker has it.
   */
  place(place: Place, staged: Staged, fileName: string): Promise<'placed' | 'name_taken' | 'lost'>
  /** Moves file and ticket into `withdrawn/`; done already, it is `withdrawn` again. */
  withdraw(place: Place, placed: Placed): Promise<'withdrawn' | 'taken'>
  /** Removes file and ticket from the folder and from `withdrawn/`; answers whether the file was there. */
  remove(place: Place, placed: Placed): Promise<boolean>
  /**
   * Removes what lies hidden for a delivery under this lease and earlier ones, and, where there is a `fileName`, the
   * ticket that was placed for it.
   */
  discard(place: Place, staged: Staged, fileName: string | null): Promise<void>
  /** Ids of the deliveries for which something lies hidden. */
  hidden(place: Place): Promise<readonly string[]>
}

/** SFTP servers apart from their folders. */
export interface SftpServers {
  /** Throws `unsafe_url` where the server of this address may not be connected to. */
  check(address: SftpAddress): Promise<void>
  /** The public key of a private one, in the form of `authorized_keys`; null where the private one cannot be read. */
  publicKeyOf(privateKey: string, passphrase: string | null): Promise<string | null>
}

/** Above every lease: for abandoned work. */
export const ANY_LEASE = Number.MAX_SAFE_INTEGER
