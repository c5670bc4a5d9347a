/** Inks and paper, if the template offers a choice. */
import { useEditor } from './context.ts'
import { assignInk, chooseInk, fieldInks, inkChoices, inkOf, inkTile, paperTile } from './inks.ts'
import { RadioTiles } from './radio-tiles.tsx'
import type { FieldWire } from './wire.ts'

/** The inks of the palette that have others offered in their place, then the papers. */
export function InkFields() {
  const { store, words, prefix } = useEditor()
  const { say } = words
  const { template, content } = store.state
  if (template === null) return null
  const inks = inkChoices(template, content)
  const { papers, screen_table: table } = template.scene_summary
  return (
    <>
      {inks.map(({ index, chosen, offers, taken }) => (
        <fieldset key={index} class="field">
          <legend>{inks.length === 1 ? say('ink') : `${say('ink')} ${index}`}</legend>
          <RadioTiles
            name={`${prefix}ink-${index}`}
            tiles={offers.map((offer) =>
              inkTile(offer, table, taken.has(offer.name) ? say('ink_in_use') : null),
            )}
            chosen={chosen.name}
            invalid={false}
            onChoose={(name) => {
              const offer = offers.find((one) => one.name === name)
              if (offer !== undefined) store.edit(chooseInk(template, content, index, offer), null)
            }}
          />
        </fieldset>
      ))}
      {papers.length === 0 ? null : (
        <fieldset class="field">
          <legend>{say('paper')}</legend>
          <RadioTiles
            name={`${prefix}paper`}
            tiles={papers.map(paperTile)}
            chosen={content.substrate?.key ?? ''}
            invalid={false}
            onChoose={(key) => {
              const paper = papers.find((one) => one.key === key)
              if (paper !== undefined) store.edit({ substrate: { ...paper } }, null)
            }}
          />
        </fieldset>
      )}
    </>
  )
}

/** The ink of one field, where the field may have another one than its own. */
export function FieldInk({ field }: { readonly field: FieldWire }) {
  const { store, words, prefix } = useEditor()
  const { template, content } = store.state
  if (template === null || !field.ink_choice) return null
  const inks = fieldInks(template, content)
  if (inks.length < 2) return null
  const index = inkOf(field, content)
  return (
    <fieldset class="field field-ink">
      <legend>{words.say('ink_of', { field: field.label })}</legend>
      <RadioTiles
        name={`${prefix}${field.id}-ink`}
        tiles={inks.map((ink) => ({
          ...inkTile(ink, template.scene_summary.screen_table, null),
          value: String(ink.index),
        }))}
        chosen={String(index)}
        invalid={false}
        onChoose={(next) => store.edit(assignInk(content, field, Number(next)), null)}
      />
    </fieldset>
  )
}
