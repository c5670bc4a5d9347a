/** Wire types of selection sets, images, fonts, brand colours and output profiles. */
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'

export type BrandColorWire = AsSent<Api.BrandColor>
export type ProfileWire = AsSent<Api.Profile>

export interface ProfileUploadReply {
  readonly profile: ProfileWire
  readonly deduplicated?: true
  readonly restored?: true
}

export interface OptionWire {
  readonly value: string
  readonly label: string
  readonly disabled: boolean
  readonly asset_id: string | null
}

export interface SetWire {
  readonly id: string
  readonly name: string
  readonly options: readonly OptionWire[]
  readonly metadata: Readonly<Record<string, string>>
  readonly created_at: string
  readonly updated_at: string
  readonly archived_at: string | null
}

export interface AssetWire {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly tags: readonly string[]
  readonly url: string
  readonly thumbnail_url: string
  readonly width: number
  readonly height: number
  readonly color_kind: string
  readonly alpha: boolean
  readonly size_bytes: number
  readonly created_at: string
  readonly updated_at: string
  readonly archived_at: string | null
}

export interface FontWire {
  readonly id: string
  readonly source: 'team' | 'bundled'
  readonly key: string
  readonly post_script_name: string
  readonly family: string
  readonly full_name: string | null
  readonly bold: boolean
  readonly italic: boolean
  readonly format: 'ttf' | 'otf' | null
  readonly variable: boolean | null
  readonly glyph_count: number | null
  readonly size_bytes: number | null
  readonly embedding: string | null
  readonly subsetting: boolean | null
  readonly copyright: string | null
  readonly license: string | null
  readonly license_url: string | null
  readonly created_at: string | null
  readonly archived_at: string | null
}

export interface FontUploadReply {
  readonly font: FontWire
  readonly rebound: readonly { readonly template_id: string; readonly revision: number }[]
  readonly deduplicated?: true
  readonly restored?: true
}

export interface AssetUploadReply {
  readonly asset: AssetWire
  readonly deduplicated?: true
  readonly restored?: true
}
