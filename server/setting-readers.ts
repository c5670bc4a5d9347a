/** Readers of settings: each parses the text, or throws the rest of a sentence that starts with the setting's name. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type S3Location, s3Location } from './files/s3/location.ts'

export function flag(value: string): boolean {
  return oneOf(['true', 'false'])(value) === 'true'
}

export function integer(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new Error(`must be an integer from ${least} to ${most}, not "${value}".`)
    return number
  }
}

export function oneOf<const T extends readonly string[]>(words: T): (value: string) => T[number] {
  return (value) => {
    if (!words.includes(value)) throw new Error(`must be one of ${words.join(', ')}, not "${value}".`)
    return value
  }
}

export function optional<T>(read: (value: string) => T): (value: string) => T | null {
  return (value) => (value === '' ? null : read(value))
}

export function text(value: string): string {
  return value
}

export function path(value: string): string {
  return resolve(value)
}

/** `file:./data/files`, `file:/srv/files` or `file:///srv/files`; `s3://bucket/prefix`. */
export function filesPlace(value: string): string | S3Location {
  if (value.startsWith('s3:')) return s3Location(value)
  if (!value.startsWith('file:'))
    throw new Error(`must be file: and a folder, or s3:// and a bucket, not "${value}".`)
  return value.startsWith('file://') ? fileURLToPath(value) : resolve(value.slice('file:'.length))
}

/**
 * Decision: an origin, without a path. Pages, links, webhooks of shops and browsers' rules for frames and storage all
 * go by origin: below a path of a shop's own address the widget would share its origin, and each would read the other.
 */
export function webAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  const plain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (url === null || !plain || !/^https?:$/.test(url.protocol))
    throw new Error(`must be an http or https URL such as https://print.example, not "${value}".`)
  if (url.pathname !== '/')
    throw new Error(
      `must be a URL without a path, not "${value}". Give Platen its own host name, such as https://print.example.`,
    )
  return url.origin
}

/** Never repeats the value: it is a secret. */
export function metricsToken(value: string): string {
  if (!/^[\w.~+/=-]{16,}$/.test(value))
    throw new Error('must have at least 16 characters: letters, digits and . _ ~ + / = -.')
  return value
}

/** Never repeats the value: it is a secret. */
export function keyBytes(value: string): Buffer {
  const bytes = /^([0-9a-f]{2})+$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64')
  if (bytes.length < 32) throw new Error('must be at least 32 bytes as hex or base64.')
  return bytes
}

/** Never repeats the value: it holds a password. */
export function smtpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must be a URL such as smtp://user:password@mail.example.com:587 or smtps://…:465.')
  return value
}

/** `Name <address>` or an address. */
export function mailAddress(value: string): string {
  const address = /^[^<>\p{Cc}]*<([^<>\s]+)>$/u.exec(value)?.[1] ?? value
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(address))
    throw new Error(`must be an e-mail address, or a name and an address in angle brackets, not "${value}".`)
  return value
}
