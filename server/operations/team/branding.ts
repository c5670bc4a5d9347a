/** The operations on how a team shows itself to customers. */
import { type Static, Type } from '@sinclair/typebox'
import type { Branding } from '../../../core/service/access/branding.ts'
import type { ShownBranding } from '../../../core/service/access/change-branding.ts'
import { operation } from '../../http/operation.ts'
import { actorOf } from '../actor.ts'
import type { AssetLinks } from '../library/asset-wire.ts'
import { closed, HEX_COLOR, NULLABLE_TEXT, nullable } from '../schema.ts'

const SHARED = { tag: 'Team', stability: 'beta', auth: 'secret', limit: 'key' } as const
const line = (maxLength: number) => nullable(Type.String({ minLength: 1, maxLength, pattern: '^\\P{C}*$' }))

const FIELDS = {
  display_name: line(100),
  logo_asset_id: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  contact: line(200),
  accent_color: nullable(HEX_COLOR),
  closing: nullable(Type.String({ minLength: 1, maxLength: 500, pattern: '^(?:\\P{C}|\\n)*$' })),
  terms_url: line(500),
  privacy_url: line(500),
}

const BRANDING = Type.Object(
  {
    display_name: NULLABLE_TEXT,
    logo_asset_id: NULLABLE_TEXT,
    logo_url: nullable(Type.String({ description: 'Link to the logo, valid for one hour.' })),
    contact: nullable(
      Type.String({ description: 'E-mail address, telephone number or a sentence, shown after approval.' }),
    ),
    accent_color: nullable(
      Type.String({ description: 'Used where a hosted page or application has no color of its own.' }),
    ),
    closing: nullable(Type.String({ description: 'What happens after approval.' })),
    terms_url: NULLABLE_TEXT,
    privacy_url: NULLABLE_TEXT,
  },
  { title: 'Branding', additionalProperties: false },
)

export const retrieveBranding = operation({
  ...SHARED,
  id: 'retrieveBranding',
  method: 'get',
  path: '/team/branding',
  summary: 'Retrieve the branding of the team',
  scope: null,
  replies: { 200: Type.Object({ branding: BRANDING }, closed()) },
  errors: [],
  async handle({ service, links }, { teamId }, _input, reply) {
    return reply(200, { branding: brandingWire(await service.branding.find(teamId), links) })
  },
})

export const changeBranding = operation({
  ...SHARED,
  id: 'changeBranding',
  method: 'patch',
  path: '/team/branding',
  summary: 'Change how the team appears to customers',
  scope: null,
  body: Type.Partial(Type.Object(FIELDS), closed()),
  replies: { 200: Type.Object({ branding: BRANDING }, closed()) },
  errors: [],
  async handle({ service, links }, caller, { body }, reply) {
    const changed = await service.branding.change(caller.teamId, brandingOf(body), actorOf(caller))
    return reply(200, { branding: brandingWire(changed, links) })
  },
})

function brandingWire({ branding, logo }: ShownBranding, links: AssetLinks): Static<typeof BRANDING> {
  return {
    display_name: branding.displayName,
    logo_asset_id: branding.logoAssetId,
    logo_url: logo === null ? null : links.assetUrl(logo, 'thumbnail'),
    contact: branding.contact,
    accent_color: branding.accentColor,
    closing: branding.closing,
    terms_url: branding.termsUrl,
    privacy_url: branding.privacyUrl,
  }
}

function brandingOf(body: Partial<Record<keyof typeof FIELDS, string | null>>): Partial<Branding> {
  const names = {
    displayName: body.display_name,
    logoAssetId: body.logo_asset_id,
    contact: body.contact,
    accentColor: body.accent_color,
    closing: body.closing,
    termsUrl: body.terms_url,
    privacyUrl: body.privacy_url,
  }
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined))
}
