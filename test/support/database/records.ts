/** Valid records for tests of storage, each with every property set; a test changes what it is about. */

import { randomBytes } from 'node:crypto'
import type { Plan } from '../../../core/engine/press/plan.ts'
import type { Scene } from '../../../core/engine/scene/scene.ts'
import { createIds } from '../../../core/ids.ts'
import type { KeyRecord, TeamRecord } from '../../../core/service/access/key.ts'
import type { RenderRecord } from '../../../core/service/render/render.ts'
import { PLAIN_HOSTED } from '../../../core/service/template/hosted.ts'
import type { RevisionRecord, TemplateRecord } from '../../../core/service/template/template.ts'
import type { Store } from '../../../core/store.ts'

export const makeId = createIds({ now: Date.now }, { bytes: (count) => randomBytes(count) })
export const someHash = (): string => randomBytes(32).toString('hex')

/** A tail that stands in its row alone. */
export const tailOfBytes = (bytes: Uint8Array) => ({ bytes, segments: null, ownFile: null })

export const PLAN = {
  version: 1,
  bodyBytes: 1234,
  bodySha256: 'ab'.repeat(32),
  startXref: 1000,
  size: 20,
  rootObject: 1,
  infoObject: null,
  fileId: '0123456789abcdef'.repeat(2),
  pages: [{ box: [0, 0, 252, 144], below: 10, above: 11 }],
  inks: [{ name: 'PANTONE 185 C', object: 12, hex: '#e4002b' }],
} as const satisfies Plan

const SCENE = { version: 1, pages: [], inks: [], fields: [] } as unknown as Scene

export function teamRecord(changes: Partial<TeamRecord> = {}): TeamRecord {
  return {
    id: makeId('team'),
    name: 'A shop',
    billingStatus: 'active',
    renderLimitMonthly: null,
    templateLimit: null,
    embedApplicationLimit: null,
    webhookEndpointLimit: null,
    retentionDays: null,
    branding: null,
    review: 'none',
    forbiddenWords: null,
    approvalMail: 'none',
    defaults: null,
    nextOrder: 1001,
    createdAt: 1_000,
    ...changes,
  }
}

export function keyRecord(teamId: string, changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: makeId('key'),
    teamId,
    type: 'restricted',
    name: 'storefront',
    scopes: ['renders:read', 'fills:write'],
    keyHash: someHash(),
    last4: 'wxyz',
    embedApplicationId: null,
    createdAt: 1_750_000_000_123,
    expiresAt: 1_760_000_000_000,
    revokedAt: null,
    lastUsedAt: null,
    ...changes,
  }
}

export function templateRecord(teamId: string, changes: Partial<TemplateRecord> = {}): TemplateRecord {
  const id = makeId('template')
  return {
    id,
    teamId,
    title: 'Grüße & “Menu” 🎂',
    slug: id.replace('_', '-'),
    status: 'draft',
    sourceSha256: someHash(),
    copiedFrom: null,
    sizeBytes: 52_428_800,
    extractorVersion: 1,
    plan: PLAN,
    profile: 'packaging',
    findings: [{ code: 'box_trim_missing', severity: 'warn', page: 0, found: 0.25 }],
    latestRevision: 1,
    liveRevision: null,
    metadata: { season: 'winter', __proto__x: 'y' },
    hosted: { ...PLAIN_HOSTED, description: 'Für Gäste', askEmail: 'required' },
    createdAt: 1_750_000_000_123,
    updatedAt: 1_750_000_000_456,
    publishedAt: null,
    archivedAt: null,
    ...changes,
  }
}

export function revisionRecord(
  template: TemplateRecord,
  changes: Partial<RevisionRecord> = {},
): RevisionRecord {
  return {
    templateId: template.id,
    teamId: template.teamId,
    revision: 1,
    scene: SCENE,
    plan: template.plan,
    createdAt: 1_750_000_000_789,
    artwork: null,
    origin: null,
    ...changes,
  }
}

export function renderRecord(template: TemplateRecord, changes: Partial<RenderRecord> = {}): RenderRecord {
  const id = makeId('render')
  return {
    id,
    teamId: template.teamId,
    templateId: template.id,
    revision: 1,
    fillId: null,
    kind: 'final',
    status: 'queued',
    values: { fld_1: 'Zoë\nund 👩‍👩‍👧', fld_2: '' },
    colors: [{ index: 1, key: 'gold', name: 'Gold Foil', hex: '#c9a227' }],
    assignments: { fld_1: 1 },
    substrate: null,
    externalOrderId: null,
    externalCartId: null,
    customerEmail: 'shopper@example.com',
    quantity: 12,
    metadata: {},
    preflightStatus: 'pending',
    preflightNotes: '{"v":1}',
    storageKey: `pending:${id}`,
    bodySha256: template.plan.bodySha256,
    sizeBytes: 0,
    contentSha256: null,
    output: null,
    attempt: 1,
    tries: 0,
    faults: 0,
    countedMonth: null,
    errorCode: null,
    createdAt: 1_750_000_001_000,
    updatedAt: 1_750_000_001_000,
    completedAt: null,
    ...changes,
  }
}

/** A stored team with a stored template at revision 1. */
export async function stockTeam(
  store: Store,
): Promise<{ readonly teamId: string; readonly template: TemplateRecord }> {
  const team = teamRecord()
  await store.teams.insert(team)
  const template = templateRecord(team.id)
  await store.templates.insert(template)
  await store.revisions.insert(revisionRecord(template))
  return { teamId: team.id, template }
}
