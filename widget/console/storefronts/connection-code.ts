/** The connection code: address and both keys of a shop as one text, which the WordPress plugin reads. */
import { crc32 } from '../../../core/service/access/crc32.ts'

/** With the version, so that an older plugin can ask for an update. */
const PREFIX = 'platen_connect_1'

export interface Connection {
  readonly serviceUrl: string
  /** Null where the widget comes from the service itself. */
  readonly widgetUrl: string | null
  readonly secretKey: string
  readonly publishableKey: string
}

/** `prefix.payload.checksum`; the checksum covers the rest, so that the plugin notices a code that was cut off. */
export function connectionCode({ serviceUrl, widgetUrl, secretKey, publishableKey }: Connection): string {
  const fields = {
    service_url: serviceUrl,
    ...(widgetUrl === null ? {} : { widget_url: widgetUrl }),
    secret_key: secretKey,
    publishable_key: publishableKey,
  }
  // URLs and keys are ASCII.
  const payload = btoa(JSON.stringify(fields)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const body = `${PREFIX}.${payload}`
  return `${body}.${crc32(body).toString(16).padStart(8, '0')}`
}
