/** Pictures, fonts and output profiles of a team as rows, for tests of what is done with them and not of their files. */
import type { AssetRecord } from '../../../core/service/asset/asset.ts'
import type { ProfileRecord } from '../../../core/service/color/profile-record.ts'
import type { FontRecord } from '../../../core/service/font/font-record.ts'
import type { TestServer } from '../service/open-test-server.ts'
import { makeId, someHash } from './records.ts'

export function assetRecord(teamId: string, changes: Partial<AssetRecord> = {}): AssetRecord {
  const form = { sha256: someHash(), sizeBytes: 1234 }
  return {
    id: makeId('asset'),
    teamId,
    name: 'Eichenblatt',
    label: 'Oak leaf 🍂',
    tags: ['ornaments', 'autumn-2026'],
    sourceSha256: someHash(),
    widthPx: 640,
    heightPx: 480,
    colorKind: 'gray',
    alpha: true,
    print: { ...form, filter: 'flate_png', bitsPerComponent: 8, inverted: false },
    mask: { ...form, sha256: someHash(), filter: 'flate', bitsPerComponent: 1, inverted: false },
    gray: null,
    screen: { ...form, sha256: someHash() },
    thumbnail: { ...form, sha256: someHash() },
    metadata: { source: 'in-house' },
    createdAt: 1_750_000_000_123,
    updatedAt: 1_750_000_000_456,
    archivedAt: null,
    ...changes,
  }
}

export function fontRecord(teamId: string, changes: Partial<FontRecord> = {}): FontRecord {
  const id = makeId('font')
  return {
    id,
    teamId,
    postScriptName: `Größe-${id}`.replace('öß', 'oss'),
    family: 'Größe',
    fullName: 'Größe Regular',
    bold: false,
    italic: true,
    format: 'otf',
    fileSha256: someHash(),
    sourceSha256: someHash(),
    sizeBytes: 123_456,
    fsType: 8,
    glyphCount: 250,
    variable: false,
    copyright: '© somebody',
    trademark: '',
    license: 'OFL',
    licenseUrl: 'https://openfontlicense.org',
    metadata: {},
    createdAt: 1_750_000_000_123,
    updatedAt: 1_750_000_000_456,
    archivedAt: null,
    ...changes,
  }
}

export function profileRecord(teamId: string, changes: Partial<ProfileRecord> = {}): ProfileRecord {
  return {
    id: makeId('profile'),
    teamId,
    name: 'Gestrichen, 115 g „matt“',
    condition: 'FOGRA51',
    description: 'A press',
    version: '2.1',
    fileSha256: someHash(),
    sizeBytes: 2_345_678,
    metadata: { press: '2' },
    createdAt: 1_750_000_000_123,
    updatedAt: 1_750_000_000_456,
    archivedAt: null,
    ...changes,
  }
}

export async function insertAsset(test: TestServer, teamId: string, changes: Partial<AssetRecord> = {}) {
  const asset = assetRecord(teamId, changes)
  await test.server.ports.store.assets.insert(asset)
  return asset.id
}

export async function insertFont(test: TestServer, teamId: string, changes: Partial<FontRecord> = {}) {
  const font = fontRecord(teamId, changes)
  await test.server.ports.store.fonts.insert(font)
  return font.id
}

export async function insertProfile(test: TestServer, teamId: string, changes: Partial<ProfileRecord> = {}) {
  const profile = profileRecord(teamId, changes)
  await test.server.ports.store.profiles.insert(profile)
  return profile.id
}
