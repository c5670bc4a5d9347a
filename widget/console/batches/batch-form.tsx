/** A new batch: template and table, the field of each column, a preview of the first row, errors, and the start. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { api, newKey } from '../api.ts'
import { useFormat } from '../format.ts'
import { TemplateSelect } from '../orders/template-select.tsx'
import type { FieldWire } from '../orders/wire.ts'
import { Button } from '../parts/button.tsx'
import { DropZone } from '../parts/drop-zone.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Picture } from '../parts/picture.tsx'
import { Progress } from '../parts/progress.tsx'
import { Select } from '../parts/select.tsx'
import { useResource } from '../resources.ts'
import { Link } from '../router.ts'
import type { TemplateWire } from '../templates/wire.ts'
import { useAction } from '../use-action.ts'
import { useLeave } from '../use-leave.ts'
import { phrase, useWords } from '../words.ts'
import { PATH } from './batches-list.tsx'
import { ColumnTable } from './column-table.tsx'
import { FileButton } from './file-button.tsx'
import { MissingValues } from './missing-values.tsx'
import { RowFaults } from './row-faults.tsx'
import {
  emptied,
  type Mapping,
  type Missing,
  suggested,
  type TableChoices,
  tableForm,
  unsettled,
  useTableCheck,
} from './table-check.ts'
import type { BatchResult, BatchWire, CheckWire, Encoding } from './wire.ts'

const TABLES = '.csv,.tsv,.txt,text/csv,text/tab-separated-values'
const ENCODINGS: readonly Encoding[] = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be']

export function BatchForm() {
  const words = useWords('batches')
  const format = useFormat()
  const [templateId, setTemplateId] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [mapping, setMapping] = useState<Mapping>({})
  const [encoding, setEncoding] = useState<Encoding | null>(null)
  const [missing, setMissing] = useState<Missing>({})
  const [result, setResult] = useState<BatchResult>('merged')
  const choices = { mapping, missing, encoding, result }
  const table = useTableCheck(file, templateId, choices)
  const { check } = table
  const leave = useLeave(file !== null)
  const guessed = useRef<File | null>(null)
  useEffect(() => {
    if (check === null || guessed.current === file) return
    guessed.current = file
    const found = suggested(check.columns)
    if (Object.keys(found).length > 0) setMapping((before) => ({ ...found, ...before }))
  }, [check, file])
  useEffect(() => {
    if (check === null) return
    setMissing((before) => {
      const more = { ...emptied(check), ...before }
      return Object.keys(more).length === Object.keys(before).length ? before : more
    })
  }, [check])
  const takeFile = (chosen: File) => {
    setMapping({})
    setMissing({})
    setEncoding(null)
    setFile(chosen)
  }
  return (
    <Page title={words.newTitle} lead={words.text} back={{ href: PATH, label: words.back }} wide>
      <div class="batch-steps">
        <section class="card" aria-labelledby="batch-file">
          <h2 id="batch-file">{words.stepFile}</h2>
          <div class="form wide-form">
            <TemplateSelect
              label={words.chooseTemplate}
              hint={words.chooseTemplateHint}
              value={templateId}
              none={words.pick}
              more={words.more}
              live
              required
              onChange={(id) => {
                setTemplateId(id)
                setMapping({})
                setMissing({})
                guessed.current = null
              }}
            />
            {file === null ? (
              <DropZone
                label={words.drop}
                button={words.chooseFile}
                hint={words.dropHint}
                accept={TABLES}
                disabled={templateId === ''}
                kind="main"
                onFile={takeFile}
              />
            ) : (
              <p class="row">
                <bdi>{phrase(words.chosen, { name: file.name, size: format.bytes(file.size) })}</bdi>
                <FileButton label={words.otherFile} accept={TABLES} onFile={takeFile} />
              </p>
            )}
          </div>
          {table.busy ? (
            <Progress
              label={
                table.sent < 1
                  ? phrase(words.sending, { percent: Math.round(table.sent * 100) })
                  : words.checking
              }
              value={table.sent < 1 ? table.sent : null}
            />
          ) : null}
          <ErrorNotice error={file === null ? null : table.error} onRetry={table.again} />
          {check === null ? null : (
            <>
              <div class="form wide-form">
                <Select<Encoding>
                  label={words.readAs}
                  value={check.encoding}
                  options={ENCODINGS.map((one) => ({ value: one, label: words.encodings[one] }))}
                  onChange={setEncoding}
                />
              </div>
              {check.encoding === 'windows-1252' ? <Notice kind="warn">{words.encodingDoubt}</Notice> : null}
            </>
          )}
        </section>
        {check === null || file === null ? null : (
          <Columns
            check={check}
            busy={table.busy}
            file={file}
            templateId={templateId}
            choices={choices}
            onMissing={(field, prints) => setMissing((before) => ({ ...before, [field]: prints }))}
            onResult={setResult}
            onMap={(name, meaning) => setMapping((before) => ({ ...before, [name]: meaning }))}
            onDone={(batchId) => leave(`${PATH}/${batchId}`)}
          />
        )}
      </div>
    </Page>
  )
}

interface ColumnsProps {
  readonly check: CheckWire
  readonly busy: boolean
  readonly file: File
  readonly templateId: string
  readonly choices: TableChoices
  onMissing(field: string, prints: 'empty' | 'default'): void
  onResult(result: BatchResult): void
  onMap(column: string, meaning: string | null): void
  onDone(batchId: string): void
}

function Columns(props: ColumnsProps) {
  const words = useWords('batches')
  const { check, templateId } = props
  const address = `/v1/templates/${encodeURIComponent(templateId)}`
  const fields = useResource<{ data: readonly FieldWire[] }>(`${address}/fields`)
  const template = useResource<{ template: TemplateWire }>(address)
  const all = fields.value?.data ?? []
  return (
    <>
      <section class="card" aria-labelledby="batch-columns">
        <h2 id="batch-columns">{words.stepColumns}</h2>
        <p>{words.columns}</p>
        <ErrorNotice error={fields.error} onRetry={fields.reload} />
        <div class="batch-columns">
          <div>
            <ColumnTable check={check} fields={all} onChange={props.onMap} />
            <MissingValues check={check} fields={all} onChange={props.onMissing} />
          </div>
          <FirstRow check={check} templateId={templateId} pages={template.value?.template.page_count ?? 1} />
        </div>
      </section>
      <section class="card" aria-labelledby="batch-start">
        <h2 id="batch-start">{words.stepStart}</h2>
        <RowFaults check={check} fields={all} />
        <Start {...props} />
      </section>
    </>
  )
}

/** The picture follows every choice of a column, for the check of the table does. */
function FirstRow(props: { readonly check: CheckWire; readonly templateId: string; readonly pages: number }) {
  const words = useWords('batches')
  const [page, setPage] = useState(0)
  const values = props.check.first_row?.values ?? {}
  const some = Object.keys(values).length > 0
  const request = {
    method: 'POST',
    path: '/v1/previews',
    body: { template_id: props.templateId, values, page: Math.min(page, props.pages - 1), dpi: 96 },
  } as const
  return (
    <figure class="first-row">
      <figcaption>{words.preview}</figcaption>
      {some ? (
        <Picture request={request} alt={words.previewAlt} class="job-picture" />
      ) : (
        <p class="dim">{words.noPreview}</p>
      )}
      {props.pages < 2 ? null : (
        <Select
          label={words.page}
          value={String(page)}
          options={Array.from({ length: props.pages }, (_, at) => ({
            value: String(at),
            label: String(at + 1),
          }))}
          onChange={(at) => setPage(Number(at))}
        />
      )}
    </figure>
  )
}

function Start({ check, busy, file, templateId, choices, onResult, onDone }: ColumnsProps) {
  const words = useWords('batches')
  const action = useAction()
  const { result } = choices
  const hasCopies = check.columns.some(({ reference }) => reference === 'quantity')
  const [sent, setSent] = useState(0)
  // One key for one wish: sent twice, because the reply was lost, it is done once.
  const wish = JSON.stringify([templateId, choices, check.encoding, file.name, file.size, file.lastModified])
  const kept = useRef({ wish, key: newKey() })
  if (kept.current.wish !== wish) kept.current = { wish, key: newKey() }
  const blocked = unsettled(check.columns).length > 0 || check.ready === 0 || busy
  const start = async () => {
    const form = tableForm(file, templateId, { ...choices, encoding: check.encoding }, { kind: 'renders' })
    setSent(0)
    const { batch } = await api.upload<{ batch: BatchWire }>(
      '/v1/batches/csv',
      form,
      (done, all) => setSent(all === 0 ? 1 : done / all),
      undefined,
      kept.current.key,
    )
    onDone(batch.id)
  }
  const lost = action.error?.code === 'no_network'
  return (
    <form
      class="form wide-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked) void action.run(start)
      }}
    >
      <fieldset class="choices">
        <legend>{words.how}</legend>
        {(['merged', 'renders'] as const).map((one) => (
          <label class="radio" key={one}>
            <input type="radio" name="result" checked={result === one} onChange={() => onResult(one)} />
            <span>{one === 'merged' ? words.howMerged : words.howRenders}</span>
          </label>
        ))}
      </fieldset>
      {result === 'merged' && hasCopies ? <p class="hint">{words.mergedCopies}</p> : null}
      <p class="hint">{words.counted}</p>
      {action.busy ? (
        <Progress label={words.starting} value={sent < 1 ? sent : null} />
      ) : lost ? (
        <Notice kind="bad">{words.lost}</Notice>
      ) : (
        <ErrorNotice error={action.error} />
      )}
      <div class="form-actions">
        <Button kind="main" type="submit" busy={action.busy} disabled={blocked}>
          {lost ? words.again : phrase(words.start, { count: check.ready })}
        </Button>
        <Link class="button plain" href={PATH}>
          {words.previous}
        </Link>
      </div>
    </form>
  )
}
