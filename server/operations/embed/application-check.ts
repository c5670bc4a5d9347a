/** The operation that checks whether a shop works. */
import { Type } from '@sinclair/typebox'
import { SHOP_CHECKS, SHOP_FAULTS, type ShopFault } from '../../../core/service/embed/check-shop.ts'
import { operation } from '../../http/operation.ts'
import { closed, ID_PARAM, literals, nullable, REFERENCE } from '../schema.ts'

const MESSAGES: Readonly<Record<ShopFault, string>> = {
  application_archived: 'The application is archived. Create another one.',
  key_missing: 'The application has no publishable key. Create one with rotate_publishable_key.',
  key_invalid: 'The publishable key is misspelled, unknown or revoked. Rotate the key and paste the new one.',
  key_of_other_team: 'The publishable key belongs to another team.',
  key_of_other_shop: 'The publishable key belongs to another application of the team.',
  origin_invalid:
    'The origin is invalid. Use scheme, host and port without a path, such as https://shop.example.',
  origin_not_allowed: 'The application does not allow this origin. Add it to allowed_origins.',
  mapping_not_found:
    'The product is not mapped to a template for this application. Create a product mapping.',
  template_not_live: 'The template of the product is not live. Publish it.',
  guest_limit_reached:
    'The application has reached its daily limit of guest sessions (GUEST_SESSIONS_PER_DAY).',
}

const CHECK = Type.Object(
  {
    name: literals(SHOP_CHECKS),
    status: literals(['passed', 'failed', 'skipped']),
    code: nullable(literals(SHOP_FAULTS)),
    message: nullable(Type.String({ description: 'The cause and the remedy.' })),
  },
  { title: 'EmbedApplicationCheck', ...closed() },
)

export const checkEmbedApplication = operation({
  tag: 'Embed applications',
  stability: 'beta',
  auth: 'secret',
  limit: 'key',
  keepsNothing: true,
  needsSubscription: true,
  id: 'checkEmbedApplication',
  method: 'post',
  path: '/embed/applications/{id}/check',
  summary: 'Check whether the pages of an embed application can open the editor',
  scope: 'embed_applications:write',
  params: ID_PARAM,
  body: Type.Object(
    {
      publishable_key: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      origin: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 300,
          description: 'Origin of the page, such as https://shop.example.',
        }),
      ),
      external_product_id: Type.Optional(REFERENCE),
      external_variant_id: Type.Optional(REFERENCE),
    },
    { ...closed(), examples: [{ origin: 'https://shop.example', external_product_id: '4711' }] },
  ),
  replies: {
    200: Type.Object(
      {
        ok: Type.Boolean({ description: 'No check failed.' }),
        checks: Type.Array(CHECK),
      },
      closed(),
    ),
  },
  errors: ['not_found'],
  async handle({ service }, { teamId }, { params, body }, reply) {
    const { external_product_id: productId, external_variant_id: variantId } = body
    const checks = await service.applications.check({
      ...{ teamId, id: params.id },
      key: body.publishable_key ?? null,
      origin: body.origin ?? null,
      product:
        productId === undefined
          ? null
          : { externalProductId: productId, externalVariantId: variantId ?? null },
    })
    return reply(200, {
      ok: checks.every(({ status }) => status !== 'failed'),
      checks: checks.map(({ name, status, fault }) => ({
        ...{ name, status, code: fault },
        message: fault === null ? null : MESSAGES[fault],
      })),
    })
  },
})
