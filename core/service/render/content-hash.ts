/** SHA-256 of a whole render at the price of its tail: a body's hash state is computed once and copied. */

import { createHash, type Hash } from 'node:crypto'
import type { Plan } from '../../engine/press/plan.ts'
import type { Tail } from '../../engine/press/tail/tail-part.ts'
import type { Files } from '../../files.ts'
import type { Ports } from '../../ports.ts'
import { bytesOf } from './tail-parts.ts'

export interface ContentHashes {
  /** Hex SHA-256 of body and tail. Throws where the body's file is damaged, or a picture's is missing. */
  ofRender(plan: Plan, tail: Pick<Tail, 'parts'>): Promise<string>
}

/** The input of composing a render. */
export type RenderPorts = Ports & { readonly contentHashes: ContentHashes }

/** Each kept state takes a few hundred bytes; a body that falls out is read once more when it is needed. */
const KEPT_STATES = 1000

export function createContentHashes(files: Files): ContentHashes {
  const states = new Map<string, Promise<Hash>>()
  return {
    async ofRender(plan, tail) {
      let state = states.get(plan.bodySha256)
      if (state === undefined) {
        state = hashBody(files, plan)
        state.catch(() => states.delete(plan.bodySha256))
        states.set(plan.bodySha256, state)
        const oldest = states.keys().next().value
        if (states.size > KEPT_STATES && oldest !== undefined) states.delete(oldest)
      }
      const hash = (await state).copy()
      for await (const bytes of bytesOf(files, tail.parts)) hash.update(bytes)
      return hash.digest('hex')
    },
  }
}

async function hashBody(files: Files, plan: Plan): Promise<Hash> {
  const hash = createHash('sha256')
  for await (const chunk of files.read(plan.bodySha256)) hash.update(chunk)
  if (hash.copy().digest('hex') !== plan.bodySha256)
    throw new Error(`The body ${plan.bodySha256} is damaged on disk.`)
  return hash
}
