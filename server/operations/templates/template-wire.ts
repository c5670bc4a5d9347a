/** A template and the summary of its scene in the form of the API. */
import { type Static, Type } from '@sinclair/typebox'
import { DEFAULT_BORDERS, FORM_BORDERS } from '../../../core/engine/artwork/form/form-borders.ts'
import { preflightStatus } from '../../../core/engine/finding/finding.ts'
import { PROFILE_NAMES, PROFILES } from '../../../core/engine/finding/profile.ts'
import type { Language } from '../../../core/engine/finding/sentence.ts'
import { mixEntries, mixHex } from '../../../core/engine/ink/process-mix.ts'
import { currentFindings } from '../../../core/engine/preflight/current-findings.ts'
import {
  CONVERSIONS,
  conversionOf,
  OUTPUT_FORMATS,
  type OutputSetting,
  outputOf,
} from '../../../core/engine/press/output.ts'
import { seenTrim } from '../../../core/engine/scene/seen-place.ts'
import { factsOf } from '../../../core/service/template/artwork.ts'
import {
  type RevisionRecord,
  TEMPLATE_STATUSES,
  type TemplateRevision,
} from '../../../core/service/template/template.ts'
import { HOSTED, hostedWire } from '../embed/hosted-wire.ts'
import { MIX } from '../fills/mix-schema.ts'
import type { Links } from '../links.ts'
import { FINDING, findingWire, PREFLIGHT_STATUS } from '../previews/finding-wire.ts'
import { described, literals, METADATA, NULLABLE_TEXT, nullable } from '../schema.ts'
import { optionalTime, TIME, timeWire } from '../time-wire.ts'

const PAGE = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    width_pt: Type.Number(),
    height_pt: Type.Number(),
    bleed: Type.Boolean({ description: 'The bleed box is larger than the trim box.' }),
  },
  { title: 'TemplatePage', additionalProperties: false },
)

export const TEMPLATE = Type.Object(
  {
    id: Type.String({ examples: ['tpl_01kq3f8w2bx6mt4v9y0hzd5s7e'] }),
    object: Type.Literal('template'),
    title: Type.String(),
    slug: Type.String(),
    status: literals(TEMPLATE_STATUSES),
    page_count: Type.Integer(),
    page_width_pt: Type.Number({ description: 'Of the first page as displayed.' }),
    page_height_pt: Type.Number(),
    pages: Type.Array(PAGE),
    latest_revision: Type.Integer({ minimum: 1 }),
    live_revision: nullable(Type.Integer({ minimum: 1 })),
    field_count: Type.Integer(),
    source_sha256: Type.String(),
    size_bytes: Type.Integer(),
    profile: literals(PROFILE_NAMES),
    form_borders: literals(FORM_BORDERS, {
      description: 'Treatment of the borders and backgrounds that the form draws around fields.',
    }),
    output: literals(OUTPUT_FORMATS, { description: 'Beta. The format of print files.' }),
    output_profile: nullable(
      Type.Object(
        { id: Type.String(), name: Type.String(), condition: Type.String() },
        {
          title: 'TemplateOutputProfile',
          description: 'Beta. The output profile of `pdfx4`, as it was when the PDF was read.',
          additionalProperties: false,
        },
      ),
    ),
    convert: literals(CONVERSIONS, {
      description:
        'Beta. What becomes of RGB and Lab: `none` tags it, `cmyk` converts it by the output profile.',
    }),
    preflight_status: PREFLIGHT_STATUS,
    findings: Type.Array(FINDING),
    hosted: HOSTED,
    hosted_url: NULLABLE_TEXT,
    preview_url: NULLABLE_TEXT,
    metadata: METADATA,
    created_at: TIME,
    updated_at: TIME,
    published_at: nullable(TIME),
    archived_at: nullable(TIME),
  },
  { title: 'Template', additionalProperties: false },
)
export type TemplateWire = Static<typeof TEMPLATE>

/** The page count and the fields are those of `revision`, the one that is shown; findings are in `language`. */
export function templateWire(
  { template, revision }: TemplateRevision,
  links: Pick<Links, 'hostedUrl' | 'templatePreviewUrl'>,
  language?: Language,
): TemplateWire {
  const { pages, fields } = revision.scene
  const findings = currentFindings(factsOf(template, revision), revision.scene, PROFILES[template.profile])
  return {
    id: template.id,
    object: 'template',
    title: template.title,
    slug: template.slug,
    status: template.status,
    page_count: pages.length,
    page_width_pt: pages[0]?.widthPt ?? 0,
    page_height_pt: pages[0]?.heightPt ?? 0,
    pages: pages.map((page) => ({
      index: page.index,
      width_pt: page.widthPt,
      height_pt: page.heightPt,
      bleed: page.bleedBox.some((edge, at) => Math.abs(edge - (page.trimBox[at] ?? edge)) > 0.01),
    })),
    latest_revision: template.latestRevision,
    live_revision: template.liveRevision,
    field_count: fields.length,
    source_sha256: template.sourceSha256,
    size_bytes: template.sizeBytes,
    profile: template.profile,
    form_borders: revision.plan.borders ?? DEFAULT_BORDERS,
    output: outputOf(revision.plan),
    output_profile: outputProfileWire(revision.plan.output),
    convert: conversionOf(revision.plan),
    preflight_status: preflightStatus(findings),
    findings: findings.map((finding) => findingWire(finding, language)),
    hosted: hostedWire(template.hosted),
    hosted_url: links.hostedUrl(template),
    preview_url: links.templatePreviewUrl(template, revision.revision),
    metadata: { ...template.metadata },
    created_at: timeWire(template.createdAt),
    updated_at: timeWire(template.updatedAt),
    published_at: optionalTime(template.publishedAt),
    archived_at: optionalTime(template.archivedAt),
  }
}

function outputProfileWire(output: OutputSetting | undefined): TemplateWire['output_profile'] {
  if (output === undefined) return null
  const { id, info, condition } = output.profile
  return { id, name: info, condition }
}

const SUMMARY_PAPER = Type.Object(
  { key: Type.String(), name: Type.String(), hex: Type.String() },
  { additionalProperties: false },
)
const SUMMARY_OFFER = Type.Object(
  { key: Type.String(), name: Type.String(), hex: Type.String(), ...MIX },
  { additionalProperties: false },
)
const SUMMARY_INK = Type.Object(
  {
    index: Type.Integer({ minimum: 1 }),
    key: Type.String(),
    name: Type.String(),
    hex: Type.String(),
    ...MIX,
    technical: Type.Boolean({
      description: 'Technical inks such as cutting, varnish or white cannot be used for text.',
    }),
    offers: Type.Array(SUMMARY_OFFER, { description: 'Inks that customers can choose instead.' }),
  },
  { title: 'SceneSummaryInk', additionalProperties: false },
)
const FRACTION = Type.Number({ minimum: 0, maximum: 1 })
const SUMMARY_PAGE = Type.Object(
  {
    index: Type.Integer({ minimum: 0 }),
    width_pt: Type.Number(),
    height_pt: Type.Number(),
    trim: Type.Object(
      { left: FRACTION, top: FRACTION, width: FRACTION, height: FRACTION },
      {
        title: 'PageTrim',
        description: 'The trim box as fractions of the displayed page, from its top left corner.',
        additionalProperties: false,
      },
    ),
  },
  { title: 'SceneSummaryPage', description: 'As displayed.', additionalProperties: false },
)
export const SCENE_SUMMARY = Type.Object(
  {
    revision: Type.Integer({ minimum: 1 }),
    page_count: Type.Integer(),
    element_count: Type.Integer({ description: 'Number of placements of fields on the pages.' }),
    field_count: Type.Integer(),
    inks: Type.Array(SUMMARY_INK),
    pages: Type.Array(SUMMARY_PAGE),
    papers: Type.Array(SUMMARY_PAPER, { description: 'Options for customers.' }),
    screen_table: described(
      NULLABLE_TEXT,
      'Beta. How the output profile shows process inks on a screen: Base64 of L* (over 0 to 100), a* and b* (plus 128) for five steps of each ink, cyan first. Null without a profile.',
    ),
    created_at: TIME,
  },
  { title: 'SceneSummary', additionalProperties: false },
)

export function sceneSummaryWire({
  revision,
  scene,
  plan,
  createdAt,
}: RevisionRecord): Static<typeof SCENE_SUMMARY> {
  const table = plan.screenTable ?? null
  return {
    revision,
    page_count: scene.pages.length,
    element_count: scene.fields.reduce((count, field) => count + field.placements.length, 0),
    field_count: scene.fields.length,
    inks: scene.inks.map(({ index, key, name, hex, technical, offers = [], ...mix }) => ({
      ...{ index, key, name, hex: mixHex(mix, table) ?? hex, technical },
      ...mixEntries(mix),
      offers: offers.map((offer) => ({ ...offer, hex: mixHex(offer, table) ?? offer.hex })),
    })),
    screen_table: table,
    pages: scene.pages.map((page) => ({
      index: page.index,
      width_pt: page.widthPt,
      height_pt: page.heightPt,
      trim: seenTrim(page),
    })),
    papers: (scene.papers ?? []).map((paper) => ({ ...paper })),
    created_at: timeWire(createdAt),
  }
}
