/** What new artwork changes: each field as removed, new or kept, with its pages. */
import type { Tone } from '../parts/badge.tsx'
import { State } from '../parts/state.tsx'
import { phrase, useWords } from '../words.ts'
import type { ArtworkCheckWire } from './wire.ts'

type FieldWire = ArtworkCheckWire['fields'][number]
type Change = FieldWire['change']

const TONES: Readonly<Record<Change, Tone>> = { gone: 'bad', new: 'busy', kept: 'good' }
/** What needs a decision stands first. */
const ORDER = ['gone', 'new', 'kept'] as const satisfies readonly Change[]

export function ArtworkCheck({ check }: { readonly check: ArtworkCheckWire }) {
  const words = useWords('templates')
  const { fields, pages, pages_gone: pagesGone } = check
  const count = (change: Change) => fields.filter((field) => field.change === change).length
  const sorted = ORDER.flatMap((change) => fields.filter((field) => field.change === change))
  const fresh = pages.filter(({ page_before: before }) => before === null).map(({ page }) => page)
  return (
    <div class="artwork-check">
      <p>
        <strong>
          {phrase(words.artwork.compared, {
            kept: count('kept'),
            fresh: count('new'),
            gone: count('gone'),
          })}
        </strong>
      </p>
      {fresh.length === 0 ? null : <p>{phrase(words.artwork.pagesNew, { pages: listed(fresh) })}</p>}
      {pagesGone.length === 0 ? null : <p>{phrase(words.artwork.pagesGone, { pages: listed(pagesGone) })}</p>}
      {sorted.length === 0 ? null : (
        <table class="artwork-fields">
          <thead>
            <tr>
              <th scope="col">{words.artwork.field}</th>
              <th scope="col">{words.artwork.change}</th>
              <th scope="col">{words.artwork.place}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((field, at) => (
              <tr key={field.id ?? `new ${at}`} data-change={field.change}>
                <th scope="row">
                  <bdi>{field.label}</bdi>
                </th>
                <td>
                  <State kind={TONES[field.change]} label={words.artwork.changes[field.change]} />
                </td>
                <td>
                  <Place field={field} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function Place({ field }: { readonly field: FieldWire }) {
  const words = useWords('templates')
  const before = listed(field.pages_before)
  const after = listed(field.pages)
  const said =
    field.change === 'kept' && before !== after
      ? phrase(words.artwork.moved, { before, after })
      : phrase(words.artwork.on, { pages: field.change === 'gone' ? before : after })
  return <>{said}</>
}

/** As people count pages. */
const listed = (pages: readonly number[]) => pages.map((page) => page + 1).join(', ')
