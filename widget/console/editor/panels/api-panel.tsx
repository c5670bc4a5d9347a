/** The name of a field in the API and in batches. */
import { CopyField } from '../../parts/copy-field.tsx'
import { useEditor } from '../context.ts'
import { Fold } from '../parts/fold.tsx'
import { type EditField, isFound } from '../scene-edit.ts'

export function ApiPanel({ field }: { readonly field: EditField }) {
  const { words } = useEditor()
  return (
    <Fold name="api" title={words.field.programs}>
      <p class="hint">{words.field.labelHint}</p>
      {field.id === null ? (
        <p class="hint">{words.field.keyLater}</p>
      ) : (
        <>
          <CopyField label={words.field.key} value={field.id} />
          <p class="hint">{words.field.keyHint}</p>
        </>
      )}
      {isFound(field.source_name) ? (
        <p class="hint">
          {words.field.source}: <bdi>{field.source_name}</bdi>
        </p>
      ) : null}
    </Fold>
  )
}
