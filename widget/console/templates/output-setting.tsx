/** The output of a template: plain PDF, or PDF/X-4 for one of the team's printing conditions; applied at once. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { ProfileWire } from '../library/library.ts'
import { Button } from '../parts/button.tsx'
import { Checkbox } from '../parts/checkbox.tsx'
import { Notice } from '../parts/notice.tsx'
import { Select } from '../parts/select.tsx'
import { toast } from '../parts/toast.tsx'
import { useList, useResource } from '../resources.ts'
import { useAction } from '../use-action.ts'
import { phrase, useWords } from '../words.ts'
import { faultText } from './trouble.ts'
import type { TemplateWire } from './wire.ts'

export interface OutputSettingProps {
  /** Of the template. */
  readonly id: string
  readonly readOnly: boolean
  onChanged(): void
}

interface Shown {
  readonly template: TemplateWire
}

/** Of the newest revision, which may not be published yet. */
export function OutputSetting({ id, readOnly, onChanged }: OutputSettingProps) {
  const latest = useResource<Shown>(`/v1/templates/${id}`, { revision: 'latest' })
  const template = latest.value?.template
  if (template === undefined) return null
  return (
    <OutputForm
      key={`${template.output_profile?.id} ${template.convert}`}
      template={template}
      readOnly={readOnly}
      onSaved={(saved) => {
        latest.set({ template: saved })
        onChanged()
      }}
    />
  )
}

interface OutputFormProps {
  readonly template: TemplateWire
  readonly readOnly: boolean
  onSaved(template: TemplateWire): void
}

const PLAIN = ''

function OutputForm({ template, readOnly, onSaved }: OutputFormProps) {
  const all = useWords('templates')
  const shared = useWords('shared')
  const words = all.output
  const list = useList<ProfileWire>('/v1/profiles', { limit: 100 })
  const action = useAction()
  const { output_profile: current } = template
  const kept = current?.id ?? PLAIN
  const [chosen, setChosen] = useState(kept)
  const [converts, setConverts] = useState(template.convert === 'cmyk')
  const isListed = kept === PLAIN || list.items.some(({ id }) => id === kept)
  const options = [
    { value: PLAIN, label: words.plain },
    ...list.items.map(({ id, name }) => ({ value: id, label: phrase(words.pdfx, { condition: name }) })),
    // An archived profile, which the template keeps.
    ...(isListed ? [] : [{ value: kept, label: phrase(words.pdfx, { condition: current?.name ?? kept }) }]),
  ]
  const save = () =>
    void action.run(async () => {
      const convert = converts ? 'cmyk' : 'none'
      const body = chosen === PLAIN ? { output: 'pdf' } : { output: 'pdfx4', output_profile: chosen, convert }
      const { template: saved } = await api.post<{ readonly template: TemplateWire }>(
        `/v1/templates/${template.id}/output`,
        body,
      )
      onSaved(saved)
      toast(saved.live_revision === null ? words.saved : words.savedLive)
    })
  const isChanged = chosen !== kept || (chosen !== PLAIN && converts !== (template.convert === 'cmyk'))
  const isHindered =
    kept !== PLAIN && kept === chosen && template.findings.some(({ code }) => code === 'pdfx_hindrance')
  return (
    <div class="form settings">
      <Select
        label={words.title}
        hint={words.hint}
        value={chosen}
        options={options}
        disabled={readOnly || action.busy}
        onChange={(value) => {
          action.clear()
          setChosen(value)
        }}
      />
      {chosen === PLAIN ? null : (
        <Checkbox
          label={words.convert}
          hint={words.convertHint}
          checked={converts}
          disabled={readOnly || action.busy}
          onChange={(checked) => {
            action.clear()
            setConverts(checked)
          }}
        />
      )}
      {isHindered ? (
        <Notice kind="warn">
          <p>{words.hindered}</p>
        </Notice>
      ) : null}
      {action.error === null ? null : (
        <Notice kind="bad">
          <p>{faultText(all, shared, action.error)}</p>
        </Notice>
      )}
      {readOnly || !isChanged ? null : (
        <div class="row">
          <Button busy={action.busy} onClick={save}>
            {words.apply}
          </Button>
        </div>
      )}
    </div>
  )
}
