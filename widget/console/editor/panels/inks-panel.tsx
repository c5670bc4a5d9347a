/** The palette: inks of fields, choices of customers, papers, and the output of text. */
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { NumberInput } from '../../parts/number-input.tsx'
import { Select } from '../../parts/select.tsx'
import { useEditor } from '../context.ts'
import { InkCard } from '../ink-card.tsx'
import { withInk, withPapers } from '../inks-edit.ts'
import { Offers } from '../offers.tsx'

const FIRST_HEX = '#1d4f91'
const MOST_OVERPRINT_PT = 1000

export function InksPanel() {
  const { store, state, words, mayEdit } = useEditor()
  const { scene } = state
  const [open, setOpen] = useState<number | null>(null)
  const add = () => {
    const taken = new Set(scene.inks.map(({ name }) => name.toLowerCase()))
    let name = words.inks.newName
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${words.inks.newName} ${count}`
    store.edit((before) => withInk(before, { name, hex: FIRST_HEX, technical: false }))
    setOpen(scene.inks.length)
  }
  return (
    <fieldset class="panels" disabled={!mayEdit}>
      <legend class="spoken">{words.inks.title}</legend>
      <section class="panel" aria-labelledby="inks-title">
        <h3 id="inks-title">{words.inks.title}</h3>
        <p class="hint">{words.inks.lead}</p>
        <ol class="inks">
          {scene.inks.map((ink, at) => (
            <InkCard
              key={ink.key}
              ink={ink}
              at={at}
              open={open === at}
              onToggle={() => setOpen(open === at ? null : at)}
              onMoved={(to) => setOpen(to)}
            />
          ))}
        </ol>
        <Button small onClick={add}>
          {words.inks.add}
        </Button>
      </section>
      <section class="panel" aria-labelledby="papers-title">
        <h3 id="papers-title">{words.inks.papers}</h3>
        <p class="hint">{words.inks.papersLead}</p>
        <Offers
          list={scene.papers ?? []}
          add={words.inks.addPaper}
          first={words.inks.paper}
          hex="#ffffff"
          change={(papers) => store.edit((before) => withPapers(before, papers), 'papers')}
        />
      </section>
      <section class="panel" aria-label={words.inks.output}>
        <Select
          label={words.inks.output}
          value={scene.text_output}
          options={(['live', 'outlines'] as const).map((value) => ({
            value,
            label: words.inks.outputs[value],
          }))}
          onChange={(text_output) => store.edit((before) => ({ ...before, text_output }))}
        />
        <NumberInput
          label={words.inks.blackOverprint}
          hint={words.inks.blackOverprintHint}
          unit="pt"
          min={0}
          max={MOST_OVERPRINT_PT}
          value={scene.black_overprint_pt ?? null}
          onInput={(size) =>
            store.edit(
              (before) => ({ ...before, black_overprint_pt: size === null || size <= 0 ? null : size }),
              'black overprint',
            )
          }
        />
        <Checkbox
          label={words.inks.allowRgb}
          hint={words.inks.allowRgbHint}
          checked={scene.allow_rgb ?? false}
          onChange={(allow_rgb) => store.edit((before) => ({ ...before, allow_rgb: allow_rgb || null }))}
        />
      </section>
    </fieldset>
  )
}
