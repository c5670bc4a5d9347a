/** Label and help of a field in other languages, as they go over the wire. */
import { Type } from '@sinclair/typebox'
import { closed, described, mapOf, nullable } from '../schema.ts'

export const TRANSLATIONS = described(
  mapOf(
    Type.Object(
      {
        label: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
        help: Type.Optional(nullable(Type.String({ maxLength: 300 }))),
      },
      { title: 'FieldTranslation', ...closed() },
    ),
    { nameLength: 35, entries: 50 },
  ),
  'Beta. Label and help in other languages, by language tag such as `de` or `pt-BR`. What is missing stands as in ' +
    'the field.',
)
