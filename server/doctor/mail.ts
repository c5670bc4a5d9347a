/** Checks e-mail: that the server answers, admits this installation, and that links lead somewhere. */
import type { Config } from '../config.ts'
import { openTransport } from '../mail/smtp.ts'
import { type DoctorFinding, findingsOf, reasonOf } from './finding.ts'

const { ok, warning, error } = findingsOf('e-mail')
const LOCAL = /^https?:\/\/(?:localhost|127\.|\[::1\])/

/** Nothing is sent. */
export async function checkMail({
  smtpUrl,
  mailFrom,
  baseUrl,
}: Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl'>): Promise<readonly DoctorFinding[]> {
  if (smtpUrl === null) return [ok('No e-mail is sent: SMTP_URL is not set.')]
  const { host } = new URL(smtpUrl)
  const transport = openTransport(smtpUrl)
  try {
    await transport.verify()
  } catch (cause) {
    return [error(`${host} cannot be used (${reasonOf(cause)}).`, remedyOf(cause))]
  } finally {
    transport.close()
  }
  if (baseUrl === null || LOCAL.test(baseUrl))
    return [
      warning(
        `${host} accepts e-mail, but the links in it lead to this machine alone.`,
        'Set BASE_URL to the public address of the service.',
      ),
    ]
  return [ok(`${host} accepts e-mail from ${mailFrom}.`)]
}

function remedyOf(cause: unknown): string {
  switch ((cause as { readonly code?: string }).code) {
    case 'EAUTH':
      return 'Correct user and password in SMTP_URL; write special characters as %XX.'
    case 'EDNS':
      return 'Correct the host in SMTP_URL, or add it to DNS.'
    case 'ETLS':
      return 'The server offers no encryption. Use its smtps:// port, or leave out user and password.'
    default:
      return 'Check host and port in SMTP_URL, and that the firewall lets this machine connect there.'
  }
}
