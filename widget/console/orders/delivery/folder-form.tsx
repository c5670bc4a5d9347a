/** The form of a hot folder: its template, its folder, and file names. */

import { Checkbox } from '../../parts/checkbox.tsx'
import { RecordForm, useRecordForm } from '../../parts/form.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { phrase, useWords } from '../../words.ts'
import { TemplateSelect } from '../template-select.tsx'
import type { HotFolderWire } from '../wire.ts'
import { FolderLogin, isSftp, type LoginTyped, loginBody, loginDraft } from './folder-login.tsx'

/** The service's own. */
const PATTERN = '{order}_{line}_{quantity}x_{template}.pdf'

/** Parameters with a control of their own. */
const PLACED = ['name', 'folder', 'name_pattern', 'password', 'private_key', 'passphrase']

interface Draft extends LoginTyped {
  readonly name: string
  readonly folder: string
  readonly template: string
  readonly pattern: string
  readonly hold: boolean
  readonly pdfx: boolean
}

function draftOf(hotFolder: HotFolderWire | null): Draft {
  return {
    name: hotFolder?.name ?? '',
    folder: hotFolder?.folder ?? '',
    template: hotFolder?.template_id ?? '',
    pattern: hotFolder?.name_pattern ?? PATTERN,
    hold: hotFolder?.hold_on_fail ?? true,
    pdfx: hotFolder?.output === 'pdfx4',
    ...loginDraft(hotFolder),
  }
}

export interface FolderFormProps {
  readonly hotFolder: HotFolderWire | null
  /** A path that it gives is gone to. */
  onSave(body: object): Promise<string | null>
}

export function FolderForm({ hotFolder, onSave }: FolderFormProps) {
  const all = useWords('developers')
  const words = all.folder
  const form = useRecordForm(draftOf(hotFolder), PLACED, (typed) =>
    onSave({
      name: typed.name.trim(),
      folder: typed.folder.trim(),
      name_pattern: typed.pattern.trim(),
      hold_on_fail: typed.hold,
      output: typed.pdfx ? 'pdfx4' : null,
      ...(isSftp(typed.folder) ? loginBody(typed) : {}),
      // The template of a folder cannot change: another template gets another folder.
      ...(hotFolder === null ? { template_id: typed.template || null } : {}),
    }),
  )
  const { draft, set } = form
  return (
    <RecordForm form={form} save={hotFolder === null ? words.create : all.save}>
      <TextInput
        {...form.input('name', 'name')}
        label={words.name}
        hint={words.nameHint}
        required
        maxLength={100}
      />
      <TextInput
        {...form.input('folder', 'folder')}
        label={words.folder}
        hint={words.folderHint}
        required
        maxLength={400}
      />
      {isSftp(draft.folder) ? <FolderLogin hotFolder={hotFolder} form={form} /> : null}
      <TemplateSelect
        label={words.template}
        value={draft.template}
        none={words.allTemplates}
        more={all.more}
        disabled={hotFolder !== null}
        onChange={(template) => set({ template })}
      />
      <TextInput
        {...form.input('pattern', 'name_pattern')}
        label={words.pattern}
        hint={phrase(words.patternHint)}
        required
        maxLength={200}
      />
      <Checkbox label={words.hold} checked={draft.hold} onChange={(hold) => set({ hold })} />
      <Checkbox label={words.pdfx} checked={draft.pdfx} onChange={(pdfx) => set({ pdfx })} />
    </RecordForm>
  )
}
