/** The address of a hot folder on an SFTP server: read, checked, and written in one form. */
import { ServiceError } from '../../errors.ts'
import { WITHDRAWN } from './hot-folder.ts'

export interface SftpAddress {
  readonly user: string
  /** A name or an address, IPv6 without brackets. */
  readonly host: string
  readonly port: number
  /** As the server takes it: absolute, or relative to the folder in which the login starts. */
  readonly path: string
}

export const SFTP = 'sftp://'
const STANDARD_PORT = 22
export const MOST_ADDRESS_CHARACTERS = 400
const MOST_NAME_BYTES = 200

export function isSftp(folder: string): boolean {
  return folder.startsWith(SFTP)
}

/** `sftp://user@host:port/path`; `/~/path` starts in the login's own folder. Throws `invalid_parameter`. */
export function readSftpAddress(folder: string): SftpAddress {
  const url = folder.length <= MOST_ADDRESS_CHARACTERS && URL.canParse(folder) ? new URL(folder) : null
  if (url === null || !isSftp(folder) || url.hostname === '' || url.search !== '' || url.hash !== '')
    throw refused('The address must have the form sftp://user@host:port/path.')
  if (url.password !== '') throw refused('The address must not contain the password. Send it as password.')
  if (url.username === '') throw refused('The address must name the user: sftp://user@host/path.')
  const port = url.port === '' ? STANDARD_PORT : Number(url.port)
  if (port === 0) throw refused('The port must be between 1 and 65535.')
  const host = decoded(url.hostname).replace(/^\[|\]$/g, '')
  if (!/^[\p{L}\p{N}._:-]+$/u.test(host)) throw refused('The host name contains invalid characters.')
  const names = url.pathname.split('/').slice(1).map(decoded)
  if (names.at(-1) === '') names.pop()
  for (const name of names) checkName(name)
  const ownFolder = names[0] === '~'
  const path = ownFolder ? names.slice(1).join('/') || '.' : `/${names.join('/')}`
  return { user: checkName(decoded(url.username)), host: host.toLowerCase(), port, path }
}

/** The one form in which an address is stored and shown. */
export function writeSftpAddress(address: SftpAddress): string {
  const { path } = address
  const below = path === '.' ? '/~' : path.startsWith('/') ? path : `/~/${path}`
  const encoded = below.split('/').map((name) => encodeURIComponent(name).replaceAll('%40', '@'))
  return `${SFTP}${accountOf(address)}${encoded.join('/')}`
}

/** The account that a password or key belongs to. */
export function accountOf(address: SftpAddress): string {
  return `${encodeURIComponent(address.user)}@${serverOf(address)}`
}

/** The server that a host key belongs to. */
export function serverOf({ host, port }: SftpAddress): string {
  const name = host.includes(':') ? `[${host}]` : host
  return port === STANDARD_PORT ? name : `${name}:${port}`
}

function checkName(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\p{C}]/u.test(name))
    throw refused('The path must consist of names separated by single slashes, without . and .. among them.')
  if (name.toLowerCase() === WITHDRAWN)
    throw refused(`${WITHDRAWN} is reserved for withdrawn files. Choose another name.`)
  if (new TextEncoder().encode(name).length > MOST_NAME_BYTES)
    throw refused(`A name of the path can have at most ${MOST_NAME_BYTES} bytes.`)
  return name
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refused('The address contains a percent sign that is not followed by two hex digits.')
  }
}

function refused(message: string): ServiceError {
  return new ServiceError('invalid_parameter', { message, param: 'folder' })
}
