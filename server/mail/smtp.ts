/** The way out for e-mail: SMTP, as SMTP_URL and MAIL_FROM say. */
import { createTransport } from 'nodemailer'
import type { Letter, Mailer } from '../../core/service/mail/mail.ts'
import type { Config } from '../config.ts'
import { writeLetter } from './write.ts'

/** Together shorter than the lease of an e-mail. */
const CONNECT_MS = 15_000
const SILENCE_MS = 30_000
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom'>

/** Null where no e-mail is sent. Nothing is connected before the first one. */
export function openMailer(config: MailSettings, baseUrl: string): Mailer | null {
  const { smtpUrl, mailFrom } = config
  if (smtpUrl === null || mailFrom === null) return null
  const transport = openTransport(smtpUrl)
  return {
    async deliver(letter) {
      const { subject, text } = writeLetter(letter, baseUrl)
      try {
        await transport.sendMail({
          from: mailFrom,
          to: { name: '', address: letter.to },
          subject,
          text,
          messageId: messageIdOf(letter, mailFrom),
          // No holiday notices in reply (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return 'sent'
      } catch (error) {
        if (isRefusal(error)) return 'refused'
        throw error
      }
    },
  }
}

/**
 * Decision: a password goes over an encrypted connection only, except to this machine; a server without TLS is refused
 * then.
 */
export function openTransport(url: string) {
  const { hostname, username, searchParams } = new URL(url)
  const isLocal = LOOPBACK.test(hostname)
  return createTransport({
    url,
    ...(username === '' || isLocal || searchParams.has('requireTLS') ? {} : { requireTLS: true }),
    ...(isLocal ? { tls: { rejectUnauthorized: false } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The receiver or the message is refused for good (RFC 5321 4.2.1); a wrong password can be corrected. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 0) >= 500
}

function messageIdOf({ id }: Letter, from: string): string {
  return `<${id}@${/@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`
}
