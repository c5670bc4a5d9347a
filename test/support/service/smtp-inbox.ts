/** A mail server on loopback that keeps what it accepts, and refuses as configured. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { eventually } from '../run/eventually.ts'

export interface ReceivedMail {
  readonly to: string
  readonly from: string
  readonly headers: Readonly<Record<string, string>>
  readonly subject: string
  readonly text: string
}

export interface SmtpInbox {
  /** With a user and password, which the server asks for. */
  readonly url: string
  readonly received: ReceivedMail[]
  /** Whom mail was offered to, whether accepted or not. */
  readonly offered: string[]
  /** A status of SMTP with which receivers are refused; null accepts. */
  refuses: number | null
  /** Waits until so many have come in. */
  waitFor(count: number): Promise<readonly ReceivedMail[]>
  close(): Promise<void>
}

export async function openSmtpInbox(): Promise<SmtpInbox> {
  const received: ReceivedMail[] = []
  const offered: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'platen' && password === 'p@ss') done(null, { user: username })
      else done(new Error('Wrong user or password.'))
    },
    onRcptTo({ address }, _session, done) {
      offered.push(address)
      if (inbox.refuses === null) return done()
      done(Object.assign(new Error('Not now.'), { responseCode: inbox.refuses }))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address).join(', ')
        received.push({ to, from, ...read(Buffer.concat(chunks).toString('utf8')) })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const inbox: SmtpInbox = {
    url: `smtp://platen:p%40ss@127.0.0.1:${port}`,
    ...{ received, offered, refuses: null },
    async waitFor(count) {
      await eventually(async () => received.length >= count)
      return received
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return inbox
}

/** The plain text and headers of a message of one part. */
function read(message: string): Pick<ReceivedMail, 'headers' | 'subject' | 'text'> {
  const end = message.indexOf('\r\n\r\n')
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const body = message.slice(end + 4)
  const encoding = headers['content-transfer-encoding'] ?? '7bit'
  const text =
    encoding === 'quoted-printable' ? unquoted(body) : encoding === 'base64' ? fromBase64(body) : body
  return { headers, subject: decoded(headers.subject ?? ''), text: text.replace(/\r\n/g, '\n') }
}

function unquoted(text: string): string {
  const joined = text.replace(/=\r\n/g, '')
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8')
}

/** RFC 2047. */
function decoded(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, word: string) => unquoted(word.replaceAll('_', ' ')))
    .replace(/=\?utf-8\?b\?(.*?)\?=/gi, (_, word: string) => fromBase64(word))
}
