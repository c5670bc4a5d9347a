/** Talks to a service that runs as a program, as a test server is talked to. */
import type { SendOptions, TestServer } from './open-test-server.ts'

export type Sender = Pick<TestServer, 'url' | 'send' | 'json'>

/** With a secret key, unless a request has another or none. */
export function sender(url: string, secretKey: string): Sender {
  const send = (path: string, { method, key = secretKey, headers = {}, body }: SendOptions = {}) => {
    const isForm = body instanceof FormData
    return fetch(url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
  }
  return {
    url,
    send,
    async json(path, options) {
      const reply = await send(path, options)
      return { status: reply.status, headers: reply.headers, body: await reply.json() }
    },
  }
}
