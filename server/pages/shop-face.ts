/** What a shop shows of itself on the pages that its customers open. */
import type { ShownBranding } from '../../core/service/access/change-branding.ts'
import type { AssetLinks } from '../operations/library/asset-wire.ts'

/** As the editor's `ShopFace` reads it; null where the shop has said nothing of itself. */
export function shopFace({ branding, logo }: ShownBranding, links: AssetLinks) {
  const face = {
    name: branding.displayName,
    logo_url: logo === null ? null : links.assetUrl(logo, 'thumbnail'),
    contact: branding.contact,
    closing: branding.closing,
    terms_url: branding.termsUrl,
    privacy_url: branding.privacyUrl,
  }
  return Object.values(face).every((value) => value === null) ? null : face
}
