/** Hot folders on SFTP servers. */

import { ServiceError } from '../../../core/errors.ts'
import { openLogin } from '../../../core/service/folder/login.ts'
import {
  FolderFault,
  type OutTray,
  type Place,
  type SftpServers,
} from '../../../core/service/folder/out-tray.ts'
import {
  accountOf,
  isSftp,
  readSftpAddress,
  type SftpAddress,
} from '../../../core/service/folder/sftp-address.ts'
import type { Store } from '../../../core/store.ts'
import { isAddress, isPublicAddress } from '../../jobs/public-address.ts'
import { createPublicLookup, type Resolve, UnsafeAddress } from '../../jobs/public-lookup.ts'
import { inFolderWords } from '../fault.ts'
import { createTray } from '../tray.ts'
import { type Connection, connect, WAITS, type Waits, type WayIn } from './connection.ts'
import { createConnections } from './connections.ts'
import { sftpFileSystem } from './file-system.ts'

export interface SftpOptions {
  readonly store: Pick<Store, 'hotFolders'>
  readonly secretsKey: Uint8Array
  /** Of servers. */
  readonly allowPrivate: boolean
  readonly resolve?: Resolve
  readonly waits?: Waits
}

export interface Sftp {
  readonly tray: OutTray
  readonly servers: SftpServers
  close(): Promise<void>
}

export function createSftp({ store, secretsKey, allowPrivate, resolve, waits = WAITS }: SftpOptions): Sftp {
  const { lookup, resolvePublic } = createPublicLookup(allowPrivate, resolve)
  const wayIn: WayIn = { allowPrivate, lookup, waits }
  const connections = createConnections()

  /** Decision: a folder that the hot folder had before is reached only by the account that the hot folder still has. */
  async function accessTo({ teamId, hotFolderId, folder }: Place) {
    const address = readSftpAddress(folder)
    const found = await store.hotFolders.find(teamId, hotFolderId)
    if (found === null || !isAccountOf(found.folder, address)) throw new FolderFault('login_missing')
    const login = openLogin(secretsKey, found)
    const key = JSON.stringify([teamId, accountOf(address), found.hostKey, found.loginCiphertext])
    return { address, login, hostKey: found.hostKey, key }
  }

  const tray = createTray({
    sharedByTeams: false,
    pathOf: ({ folder }) => folder,
    canMake: async () => false,
    async make() {},
    within: (place, work) =>
      inFolderWords(async () => {
        const { address, login, hostKey, key } = await accessTo(place)
        const open = () => connect(wayIn, address, hostKey, login)
        // Here links are the server's own business.
        const enter = async (connection: Connection) => {
          const fileSystem = sftpFileSystem(connection)
          if (!(await fileSystem.isFolder(address.path))) throw new FolderFault('not_a_folder')
          return fileSystem
        }
        return connections.with(key, open, enter, (fileSystem) => work(fileSystem, address.path))
      }),
  })

  return {
    tray,
    servers: {
      async check({ host }) {
        if (allowPrivate) return
        const isLocal = isAddress(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/.test(host)
        if (isLocal) throw notAllowed(host)
        if (isAddress(host)) return
        try {
          await resolvePublic(host)
        } catch (error) {
          // A name that cannot be resolved now is looked up again at each connection.
          if (error instanceof UnsafeAddress) throw notAllowed(host)
        }
      },
      async publicKeyOf(privateKey, passphrase) {
        const { default: ssh2 } = await import('ssh2')
        const key = ssh2.utils.parseKey(privateKey, passphrase ?? undefined)
        if (key instanceof Error || !key.isPrivateKey()) return null
        return `${key.type} ${key.getPublicSSH().toString('base64')}`
      },
    },
    close: () => connections.close(),
  }
}

function isAccountOf(folder: string, address: SftpAddress): boolean {
  return isSftp(folder) && accountOf(readSftpAddress(folder)) === accountOf(address)
}

function notAllowed(host: string): ServiceError {
  const message = `${host} has a private address. The operator can allow it with ALLOW_PRIVATE_SFTP=true.`
  return new ServiceError('unsafe_url', { message, param: 'folder' })
}
