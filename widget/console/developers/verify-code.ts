/** The code with which a receiver verifies a signature. */

/** As in the guide to webhooks, whose tests run it. */
export const VERIFY_CODE = `import { createHmac, timingSafeEqual } from 'node:crypto'

export function verifiedEvent(body, headers, secret) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const time = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return null
  const signed = createHmac('sha256', key).update(\`\${headers['webhook-id']}.\${time}.\`).update(body)
  const wanted = Buffer.from(\`v1,\${signed.digest('base64')}\`)
  const given = (headers['webhook-signature'] ?? '').split(' ').map((one) => Buffer.from(one))
  const isValid = given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted))
  return isValid ? JSON.parse(body) : null
}`
