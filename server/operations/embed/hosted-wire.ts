/** The settings of a hosted page as they go over the wire. */
import { type Static, Type } from '@sinclair/typebox'
import { ASKED, type HostedSettings } from '../../../core/service/template/hosted.ts'
import { given } from '../given.ts'
import { closed, HEX_COLOR, literals, NULLABLE_TEXT, nullable } from '../schema.ts'

export const HOSTED = Type.Object(
  {
    description: NULLABLE_TEXT,
    ask_name: literals(ASKED),
    ask_email: literals(ASKED),
    noindex: Type.Boolean({ description: 'Asks search engines not to index the page.' }),
    accent_color: NULLABLE_TEXT,
  },
  { title: 'HostedSettings', additionalProperties: false },
)

export const HOSTED_DRAFT = Type.Object(
  {
    description: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 300, pattern: '^\\P{C}*$' }))),
    ask_name: Type.Optional(literals(ASKED)),
    ask_email: Type.Optional(literals(ASKED)),
    noindex: Type.Optional(Type.Boolean()),
    accent_color: Type.Optional(nullable(HEX_COLOR)),
  },
  closed(),
)

export function hostedWire(settings: HostedSettings): Static<typeof HOSTED> {
  return {
    description: settings.description,
    ask_name: settings.askName,
    ask_email: settings.askEmail,
    noindex: settings.noindex,
    accent_color: settings.accentColor,
  }
}

export function hostedOf(draft: Static<typeof HOSTED_DRAFT>): Partial<HostedSettings> {
  return given({
    description: draft.description,
    askName: draft.ask_name,
    askEmail: draft.ask_email,
    noindex: draft.noindex,
    accentColor: draft.accent_color,
  })
}
