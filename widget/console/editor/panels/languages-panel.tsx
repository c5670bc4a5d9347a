/** A field's help for customers, and its label and help in the template's other languages. */

import { namedLanguages } from '../../languages.ts'
import { Button } from '../../parts/button.tsx'
import { Select } from '../../parts/select.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { phrase, useLanguage } from '../../words.ts'
import { useEditor } from '../context.ts'
import { Fold } from '../parts/fold.tsx'
import type { EditScene } from '../scene-edit.ts'
import type { FieldPart } from './field-panel.tsx'

type Translations = NonNullable<FieldPart['field']['translations']>

export function LanguagesPanel({ field, change }: FieldPart) {
  const { store, state, words } = useEditor()
  const inLanguage = useLanguage()
  const text = words.field.languages
  const { translations = {} } = field
  const used = tagsOf(state.scene)
  const put = (tag: string, words: Translations[string]) =>
    change({ translations: { ...translations, [tag]: { ...translations[tag], ...words } } })
  const free = namedLanguages(inLanguage, []).filter(({ tag }) => !used.includes(tag))
  return (
    <Fold name="languages" title={text.title}>
      <TextInput
        label={words.field.help}
        hint={words.field.helpHint}
        value={field.help ?? ''}
        maxLength={300}
        dir="auto"
        onInput={(help) => change({ help: orNull(help) })}
      />
      {namedLanguages(inLanguage, used, []).map(({ tag, name }) => (
        <fieldset class="language" key={tag} lang={tag}>
          <legend lang={inLanguage}>
            {name}
            <Button
              small
              kind="quiet"
              aria-label={phrase(text.remove, { language: name })}
              onClick={() => store.edit((scene) => withoutLanguage(scene, tag))}
            >
              ×
            </Button>
          </legend>
          <TextInput
            label={words.field.label}
            value={translations[tag]?.label ?? ''}
            placeholder={field.label}
            maxLength={200}
            dir="auto"
            onInput={(label) => put(tag, { label: orNull(label) })}
          />
          <TextInput
            label={words.field.help}
            value={translations[tag]?.help ?? ''}
            placeholder={field.help ?? ''}
            maxLength={300}
            dir="auto"
            onInput={(help) => put(tag, { help: orNull(help) })}
          />
        </fieldset>
      ))}
      <Select
        label={text.add}
        value=""
        options={[
          { value: '', label: text.choose },
          ...free.map(({ tag, name }) => ({ value: tag, label: name })),
        ]}
        onChange={(tag) => tag !== '' && put(tag, {})}
      />
      <p class="hint">{text.hint}</p>
    </Fold>
  )
}

/** A language that one field has words in is one of the template. */
function tagsOf({ fields }: EditScene): readonly string[] {
  return [...new Set(fields.flatMap(({ translations }) => Object.keys(translations ?? {})))]
}

function withoutLanguage(scene: EditScene, tag: string): EditScene {
  return {
    ...scene,
    fields: scene.fields.map((field) => {
      const { [tag]: _, ...translations } = field.translations ?? {}
      return { ...field, translations }
    }),
  }
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text
}
