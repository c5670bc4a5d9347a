/** Where print files of which template are put, and under which names. */
import { useState } from 'preact/hooks'
import { TemplateSelect } from '../orders/template-select.tsx'
import { useAction } from '../orders/use-action.ts'
import { useLeave } from '../orders/use-leave.ts'
import type { HotFolderWire } from '../orders/wire.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useWords } from '../words.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

/** The service's own. */
const PATTERN = '{order}_{line}_{quantity}x_{template}.pdf'

interface Draft {
  readonly name: string
  readonly folder: string
  readonly template: string
  readonly pattern: string
  readonly hold: boolean
}

function draftOf(hotFolder: HotFolderWire | null): Draft {
  return {
    name: hotFolder?.name ?? '',
    folder: hotFolder?.folder ?? '',
    template: hotFolder?.template_id ?? '',
    pattern: hotFolder?.name_pattern ?? PATTERN,
    hold: hotFolder?.hold_on_fail ?? true,
  }
}

export interface FolderFormProps {
  readonly hotFolder: HotFolderWire | null
  /** A path that it gives is gone to. */
  onSave(body: object): Promise<string | null>
}

export function FolderForm({ hotFolder, onSave }: FolderFormProps) {
  const all = useWords({ en, de })
  const words = all.folder
  const action = useAction()
  const [draft, setDraft] = useState(() => draftOf(hotFolder))
  const [done, setDone] = useState(false)
  const leave = useLeave(!done && JSON.stringify(draft) !== JSON.stringify(draftOf(hotFolder)))
  const { error } = action
  const set = (changes: Partial<Draft>) => {
    action.clear()
    setDone(false)
    setDraft((before) => ({ ...before, ...changes }))
  }
  const fault = (name: string) => (error?.param === name ? error.message : null)
  const placed = ['name', 'folder', 'name_pattern'].includes(error?.param ?? '')
  return (
    <form
      class="form wide-form"
      onSubmit={(event) => {
        event.preventDefault()
        const body = {
          name: draft.name.trim(),
          folder: draft.folder.trim(),
          name_pattern: draft.pattern.trim(),
          hold_on_fail: draft.hold,
          // What a folder is for stays as it is: another template gets another folder.
          ...(hotFolder === null ? { template_id: draft.template || null } : {}),
        }
        void action.run(async () => {
          const to = await onSave(body)
          setDone(true)
          if (to !== null) leave(to)
        })
      }}
    >
      <TextInput
        label={words.name}
        hint={words.nameHint}
        error={fault('name')}
        value={draft.name}
        required
        maxLength={100}
        onInput={(name) => set({ name })}
      />
      <TextInput
        label={words.folder}
        hint={words.folderHint}
        error={fault('folder')}
        value={draft.folder}
        required
        maxLength={200}
        onInput={(folder) => set({ folder })}
      />
      <TemplateSelect
        label={words.template}
        value={draft.template}
        none={words.allTemplates}
        more={all.more}
        disabled={hotFolder !== null}
        onChange={(template) => set({ template })}
      />
      <TextInput
        label={words.pattern}
        hint={words.patternHint}
        error={fault('name_pattern')}
        value={draft.pattern}
        required
        maxLength={200}
        onInput={(pattern) => set({ pattern })}
      />
      <Checkbox label={words.hold} checked={draft.hold} onChange={(hold) => set({ hold })} />
      <ErrorNotice error={placed ? null : error} />
      <div class="form-actions">
        <Button kind="main" type="submit" busy={action.busy}>
          {hotFolder === null ? words.create : all.save}
        </Button>
      </div>
    </form>
  )
}
