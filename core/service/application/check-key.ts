/** What a publishable key is good for on a page, as its shop asks before a customer finds out. */

import { ServiceError } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { authenticateKey } from '../access/authenticate.ts'
import type { OfTeam } from '../access/request.ts'
import type { ApplicationRecord } from './application.ts'
import { findKeyApplication } from './key-application.ts'

export const KEY_FINDINGS = ['valid', 'invalid', 'other_team', 'application_archived'] as const

export interface KeyCheck {
  readonly status: (typeof KEY_FINDINGS)[number]
  /** Null where the key has none that may be used on the page. */
  readonly application: ApplicationRecord | null
  /** Null where no page was named. */
  readonly originAllowed: boolean | null
}

/** `origin` is the shop's page, read. A key that is misspelt, unknown, revoked or expired is `invalid`. */
export async function checkPublishableKey(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  request: OfTeam & { readonly key: string; readonly origin: string | null },
): Promise<KeyCheck> {
  const { teamId, origin } = request
  const known = await authenticateKey(store, clock, request.key)
  const none = { application: null, originAllowed: origin === null ? null : false }
  if (known === null || known.key.type !== 'publishable') return { status: 'invalid', ...none }
  if (known.key.teamId !== teamId) return { status: 'other_team', ...none }
  try {
    const application = await findKeyApplication(store, known.key, origin)
    if (application === null) return { status: 'application_archived', ...none }
    const originAllowed = origin === null ? null : application.allowedOrigins.includes(origin)
    return { status: 'valid', application, originAllowed }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'origin_not_allowed') throw error
    return { status: 'valid', ...none }
  }
}
