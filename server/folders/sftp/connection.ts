/** One connection to an SFTP server: the host key is checked before anything secret is sent, and every wait has an end. */
import { createHash } from 'node:crypto'
import { connect as connectSocket, type LookupFunction, type Socket } from 'node:net'
import type { Client, ConnectConfig, SFTPWrapper } from 'ssh2'
import type { Login } from '../../../core/service/folder/login.ts'
import { FolderFault, type FolderFaultCode } from '../../../core/service/folder/out-tray.ts'
import type { SftpAddress } from '../../../core/service/folder/sftp-address.ts'
import { isAddress, isPublicAddress } from '../../jobs/public-address.ts'
import { UnsafeAddress } from '../../jobs/public-lookup.ts'

/** Of the connection with its sign-in, and of one request. */
export interface Waits {
  readonly connectMs: number
  readonly requestMs: number
}

const FAREWELL_MS = 2_000

export const WAITS: Waits = { connectMs: 10_000, requestMs: 20_000 }

export interface Connection {
  readonly sftp: SFTPWrapper
  readonly isOpen: boolean
  /**
   * Makes one request. Rejects with the server's status as an Error with a number as its `code`, and with FolderFault
   * `server_unreachable` where there is no answer; the connection is then closed.
   */
  ask<T>(request: (done: (error?: Error | null, value?: T) => void) => void): Promise<T>
  end(): void
}

export interface WayIn {
  readonly allowPrivate: boolean
  readonly lookup: LookupFunction
  readonly waits: Waits
}

/** The fingerprint as OpenSSH writes it. */
export function fingerprintOf(key: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`
}

/** `hostKey` is the confirmed fingerprint. Throws FolderFault. */
export async function connect(
  wayIn: WayIn,
  address: SftpAddress,
  hostKey: string | null,
  login: Login | null,
): Promise<Connection> {
  if (isAddress(address.host) && !wayIn.allowPrivate && !isPublicAddress(address.host))
    throw new FolderFault('host_not_allowed')
  const { default: ssh2 } = await import('ssh2')
  const client = new ssh2.Client()
  const { host, port } = address
  const socket = connectSocket({ host, port, lookup: wayIn.lookup, noDelay: true })
  try {
    await signIn(client, socket, wayIn.waits, address, hostKey, login)
    const sftp = await within(wayIn.waits.connectMs, openSession(client))
    return connectionOf(client, sftp, wayIn.waits)
  } catch (error) {
    client.on('error', () => {})
    client.destroy()
    socket.destroy()
    throw error
  }
}

function signIn(
  client: Client,
  socket: Socket,
  { connectMs }: Waits,
  address: SftpAddress,
  hostKey: string | null,
  login: Login | null,
): Promise<void> {
  let refusal: FolderFault | null = null
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { readonly level?: string; readonly code?: string }) => {
      if (refusal !== null) return reject(refusal)
      if (error instanceof UnsafeAddress) return reject(new FolderFault('host_not_allowed'))
      reject(new FolderFault(codeOf(error), error))
    }
    const late = setTimeout(() => fail(new Error('The sign-in takes too long.')), connectMs)
    late.unref()
    socket.once('error', fail)
    client.on('error', fail)
    client.once('close', () => fail(new Error('The server closed the connection.')))
    client.once('ready', () => {
      clearTimeout(late)
      resolve()
    })
    // Servers that sign in through PAM ask for the password in these words.
    client.on('keyboard-interactive', (_name, _text, _language, prompts, answer) => {
      answer(prompts.map(() => (login !== null && 'password' in login ? login.password : '')))
    })
    const config: ConnectConfig = {
      sock: socket,
      username: address.user,
      ...credentialsOf(login),
      readyTimeout: connectMs,
      keepaliveInterval: connectMs,
      keepaliveCountMax: 2,
      hostVerifier(key: Buffer) {
        const found = fingerprintOf(key)
        if (found !== hostKey)
          refusal = new FolderFault(
            hostKey === null ? 'host_key_unconfirmed' : 'host_key_changed',
            null,
            found,
          )
        else if (login === null) refusal = new FolderFault('login_missing')
        return refusal === null
      },
    }
    // Before the socket is open, its faults are all there is.
    socket.once('connect', () => {
      try {
        client.connect(config)
      } catch (error) {
        fail(error as Error)
      }
    })
  })
}

function credentialsOf(login: Login | null): ConnectConfig {
  if (login === null) return {}
  if ('password' in login) return { password: login.password, tryKeyboard: true }
  const { privateKey, passphrase } = login
  return { privateKey, ...(passphrase === null ? {} : { passphrase }) }
}

function codeOf(error: { readonly level?: string; readonly code?: string }): FolderFaultCode {
  if (error.level === 'client-authentication') return 'login_refused'
  return error.code === 'ENOTFOUND' || error.code === 'ENODATA' ? 'host_not_found' : 'server_unreachable'
}

function openSession(client: Client): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (error) reject(new FolderFault('sftp_unavailable', error))
      else resolve(sftp)
    })
  })
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FolderFault('server_unreachable')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function connectionOf(client: Client, sftp: SFTPWrapper, { requestMs }: Waits): Connection {
  let isOpen = true
  const waiting = new Set<(error: FolderFault) => void>()
  const close = (error?: Error) => {
    isOpen = false
    client.destroy()
    for (const reject of waiting) reject(new FolderFault('server_unreachable', error))
    waiting.clear()
  }
  client.on('error', close)
  client.on('close', () => close())
  sftp.on('error', close)
  sftp.on('close', () => close())
  return {
    sftp,
    get isOpen() {
      return isOpen
    },
    ask: <T>(request: (done: (error?: Error | null, value?: T) => void) => void) =>
      new Promise<T>((resolve, reject) => {
        if (!isOpen) return reject(new FolderFault('server_unreachable'))
        const lose = () => close(new Error('The server takes too long to answer.'))
        const timer = setTimeout(lose, requestMs)
        const finish = (answer: () => void) => {
          clearTimeout(timer)
          waiting.delete(fail)
          answer()
        }
        const fail = (error: FolderFault) => finish(() => reject(error))
        waiting.add(fail)
        try {
          request((error, value) => {
            const hasStatus = error && 'code' in error && typeof error.code === 'number'
            if (error && !hasStatus) fail(new FolderFault('server_unreachable', error))
            else finish(() => (error ? reject(error) : resolve(value as T)))
          })
        } catch (error) {
          fail(new FolderFault('server_unreachable', error))
        }
      }),
    end() {
      isOpen = false
      client.end()
      // A server that is gone says no goodbye.
      setTimeout(() => client.destroy(), FAREWELL_MS).unref()
    },
  }
}
