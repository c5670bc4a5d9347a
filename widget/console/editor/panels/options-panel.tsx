/** The options of a choice field: its own, or a selection set of the team, which can be edited here. */

import { useState } from 'preact/hooks'
import { SetDialog } from '../../library/set-dialog.tsx'
import { Button } from '../../parts/button.tsx'
import { Select } from '../../parts/select.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { useList } from '../../resources.ts'
import { useSession } from '../../session.ts'
import { phrase } from '../../words.ts'
import { useEditor } from '../context.ts'
import type { SelectionSetWire } from '../editor-api.ts'
import { Fold } from '../parts/fold.tsx'
import type { OptionWire } from '../scene-wire.ts'
import type { FieldPart } from './field-panel.tsx'

const OWN = ''

export function OptionsPanel({ field, change }: FieldPart) {
  const { words, mayEdit } = useEditor()
  const session = useSession()
  const sets = useList<SelectionSetWire>('/v1/selection_sets', { limit: 100 })
  const [shown, show] = useState<string | null>(null)
  const setId = field.selection_set_id ?? null
  const options = field.options ?? []
  const ticked = field.placements.some(({ option }) => option !== null)
  const known = sets.items.some(({ id }) => id === setId)
  const mayEditSets = mayEdit && session.may('selection_sets:write')
  return (
    <Fold name="options" title={words.field.options} open>
      {ticked ? null : (
        <Select
          label={words.field.set}
          value={setId ?? OWN}
          options={[
            { value: OWN, label: words.field.ownOptions },
            ...(setId === null || known ? [] : [{ value: setId, label: setId }]),
            ...sets.items.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) =>
            change(
              id === OWN
                ? { selection_set_id: null, options: optionsOf(sets.items.find((one) => one.id === setId)) }
                : { selection_set_id: id, options: [], default_value: '' },
            )
          }
        />
      )}
      {setId === null ? (
        <OwnOptions
          options={options}
          change={(next) => change({ options: next, ...heldDefault(field, next) })}
        />
      ) : null}
      <div class="row">
        {setId !== null && mayEditSets ? (
          <Button small onClick={() => show(setId)}>
            {words.field.editSet}
          </Button>
        ) : null}
        {!ticked && mayEditSets ? (
          <Button small kind="quiet" onClick={() => show(OWN)}>
            {words.field.newSet}
          </Button>
        ) : null}
      </div>
      {shown === null ? null : (
        <SetDialog
          id={shown === OWN ? null : shown}
          onClose={() => show(null)}
          onSaved={(set) => {
            show(null)
            sets.reload()
            if (shown === OWN) change({ selection_set_id: set.id, options: [], default_value: '' })
          }}
        />
      )}
    </Fold>
  )
}

function optionsOf(set: SelectionSetWire | undefined): readonly OptionWire[] {
  return (set?.options ?? []).map(({ value, label }) => ({ value, label }))
}

/** A default that is no option any more is none. */
function heldDefault(field: FieldPart['field'], options: readonly OptionWire[]) {
  return options.some(({ value }) => value === field.default_value) ? {} : { default_value: '' }
}

function OwnOptions({
  options,
  change,
}: {
  readonly options: readonly OptionWire[]
  change(options: readonly OptionWire[]): void
}) {
  const { words } = useEditor()
  const put = (at: number, changes: Partial<OptionWire>) =>
    change(options.map((option, index) => (index === at ? { ...option, ...changes } : option)))
  return (
    <>
      {options.map((option, at) => (
        <div class="option-row" key={at}>
          <TextInput
            label={words.field.optionLabel}
            hideLabel
            value={option.label}
            dir="auto"
            onInput={(label) =>
              put(
                at,
                option.value === option.label || option.value === '' ? { label, value: label } : { label },
              )
            }
          />
          <Button
            small
            kind="quiet"
            aria-label={phrase(words.field.removeOption, { label: option.label })}
            onClick={() => change(options.filter((_, index) => index !== at))}
          >
            ×
          </Button>
        </div>
      ))}
      <Button
        small
        onClick={() => {
          const label = freeOption(options, `${words.field.optionLabel} ${options.length + 1}`)
          change([...options, { value: label, label }])
        }}
      >
        {words.field.addOption}
      </Button>
    </>
  )
}

function freeOption(options: readonly OptionWire[], wanted: string): string {
  return options.some(({ value }) => value === wanted) ? freeOption(options, `${wanted}'`) : wanted
}
