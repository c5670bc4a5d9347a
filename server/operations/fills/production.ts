/** The operation that counts fills by production status. */
import { Type } from '@sinclair/typebox'
import { MOST_COUNTED } from '../../../core/service/fill/plan.ts'
import { operation } from '../../http/operation.ts'
import { closed, described } from '../schema.ts'
import { TIME } from '../time-wire.ts'
import { readTime } from './fill-input.ts'

const COUNT = Type.Integer({ minimum: 0, maximum: MOST_COUNTED })

export const retrieveProduction = operation({
  tag: 'Fills',
  auth: 'secret',
  limit: 'key',
  stability: 'beta',
  id: 'retrieveProduction',
  method: 'get',
  path: '/production',
  summary: 'Retrieve the number of fills by production status',
  scope: 'fills:read',
  query: Type.Object(
    {
      printed_since: Type.Optional(
        described(
          TIME,
          'From when on printed fills are counted, such as the start of the day. Default: always.',
        ),
      ),
    },
    closed(),
  ),
  replies: {
    200: Type.Object(
      {
        production: Type.Object(
          {
            approved: COUNT,
            to_print: COUNT,
            printing: COUNT,
            held: COUNT,
            failed: COUNT,
            printed: COUNT,
          },
          {
            title: 'Production',
            additionalProperties: false,
            description: `Counts stop at ${MOST_COUNTED}.`,
          },
        ),
      },
      closed(),
    ),
  },
  errors: [],
  async handle({ service }, { teamId }, { query }, reply) {
    const { printed_since: since } = query
    const { toPrint, ...counts } = await service.fills.countProduction(
      teamId,
      since === undefined ? 0 : readTime('printed_since', since),
    )
    return reply(200, { production: { ...counts, to_print: toPrint } })
  },
})
