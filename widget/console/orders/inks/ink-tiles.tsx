/** Inks and paper to choose, as the customer's editor offers them and by its rules. */
import type { ComponentChildren } from 'preact'
import type { ColorGroup } from '../../../editor/content.ts'
import {
  assignInk,
  chooseInk,
  fieldInks,
  inkChoices,
  inkOf,
  inkTile,
  paperTile,
} from '../../../editor/inks.ts'
import { RadioTiles } from '../../../editor/radio-tiles.tsx'
import { phrase, useWords } from '../../words.ts'
import type { OfferedInks } from './color-group.ts'
import './inks.css'

export interface InkTilesProps {
  /** Sets these groups of radio buttons apart from others on the page. */
  readonly name: string
  readonly offered: OfferedInks
  readonly group: ColorGroup
  onChange(group: ColorGroup): void
}

export function InkTiles({ name, offered, group, onChange }: InkTilesProps) {
  const words = useWords('orders')
  const { papers } = offered.scene_summary
  const inks = inkChoices(offered, group)
  const change = (changes: Partial<ColorGroup>) => onChange({ ...group, ...changes })
  const free = fieldInks(offered, group)
  const fields = free.length < 2 ? [] : offered.fields.filter(({ ink_choice }) => ink_choice)
  const { substrate } = group
  // A program may have sent another paper than those that are offered.
  const isOffered = substrate === null || papers.some(({ key }) => key === substrate.key)
  return (
    <>
      {inks.map(({ index, chosen, offers, taken }) => (
        <Choice key={index} legend={inks.length === 1 ? words.ink : phrase(words.inkNumber, { index })}>
          <RadioTiles
            name={`${name}-ink-${index}`}
            tiles={offers.map((offer) => inkTile(offer, null, taken.has(offer.name) ? words.inkInUse : null))}
            chosen={chosen.name}
            invalid={false}
            onChoose={(next) => {
              const offer = offers.find((one) => one.name === next)
              if (offer !== undefined) change(chooseInk(offered, group, index, offer))
            }}
          />
        </Choice>
      ))}
      {fields.map((field) => (
        <Choice key={field.id} legend={phrase(words.inkOf, { field: field.label })}>
          <RadioTiles
            name={`${name}-${field.id}`}
            tiles={free.map((ink) => ({ ...inkTile(ink, null, null), value: String(ink.index) }))}
            chosen={String(inkOf(field, group))}
            invalid={false}
            onChoose={(next) => change(assignInk(group, field, Number(next)))}
          />
        </Choice>
      ))}
      {papers.length === 0 ? null : (
        <Choice legend={words.paper}>
          <RadioTiles
            name={`${name}-paper`}
            tiles={[...(isOffered ? [] : [substrate]), ...papers].map(paperTile)}
            chosen={substrate?.key ?? ''}
            invalid={false}
            onChoose={(key) => {
              const paper = papers.find((one) => one.key === key)
              if (paper !== undefined) change({ substrate: { ...paper } })
            }}
          />
        </Choice>
      )}
    </>
  )
}

function Choice({ legend, children }: { readonly legend: string; readonly children: ComponentChildren }) {
  return (
    <fieldset class="choices ink-choice">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}
