/** One print file of a job, an API request or a batch. */
import { api } from '../api.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Facts } from '../parts/facts.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { State } from '../parts/state.tsx'
import { useResource } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useWaiting } from '../use-waiting.ts'
import { phrase, useWords } from '../words.ts'
import { FilePicture, Findings } from './findings.tsx'
import { FolderOutcome } from './folder-outcome.tsx'
import { groupOfRender } from './inks/color-group.ts'
import { JobValues } from './job-values.tsx'
import { PrintFile } from './print-file.tsx'
import { renderState, shortId } from './states.ts'
import { useFields } from './use-fields.ts'
import { usePrinted } from './use-printed.ts'
import type { RenderWire } from './wire.ts'

interface FileWire {
  readonly render: RenderWire
}

export function FilePage({ id }: { readonly id: string }) {
  const words = useWords('orders')
  const address = `/v1/renders/${encodeURIComponent(id)}`
  const file = useResource<FileWire>(address)
  const back = { href: '/console/orders/files', label: words.backFiles }
  useWaiting(file, file.value?.render.status === 'queued')
  if (file.value === null) return <PendingPage title={words.files} back={back} found={file} words={words} />
  const name = phrase(words.file, { name: file.value.render.external_order_id ?? shortId(id) })
  return (
    <Page
      title={name}
      heading={
        <span class="badges">
          <bdi>{name}</bdi> <State {...renderState(words, file.value.render)} />
        </span>
      }
      back={back}
      wide
    >
      <ErrorNotice error={file.error} onRetry={file.reload} />
      <FileBody {...file.value} onChanged={file.reload} />
    </Page>
  )
}

function FileBody({ render, onChanged }: FileWire & { onChanged(): void }) {
  const words = useWords('orders')
  const session = useSession()
  const { fields, offered, error } = useFields(render.template_id, render.scene_revision)
  const address = `/v1/renders/${encodeURIComponent(render.id)}`
  const printed = usePrinted(render)
  const ready = render.status === 'succeeded' && render.signed_url !== null
  const mayCorrect =
    printed.isCurrent && (ready || render.status === 'failed') && session.may('renders:write')
  return (
    <div class="job">
      <div class="job-side">
        <section aria-labelledby="file-preview">
          <h2 id="file-preview">{words.preview}</h2>
          {ready ? (
            <FilePicture render={render} />
          ) : (
            <p class="dim">{render.status === 'queued' ? words.waiting : words.fileErased}</p>
          )}
        </section>
      </div>
      <div class="job-main">
        <section aria-labelledby="file-file">
          <h2 id="file-file">{words.printFile}</h2>
          <PrintFile render={render} onChanged={onChanged} />
          <Facts
            facts={[
              [
                words.template,
                <Link key="template" href={`/console/templates/${render.template_id}`}>
                  <bdi>{render.template_title}</bdi>
                </Link>,
              ],
              render.external_order_id === null
                ? null
                : [words.order, <bdi key="order">{render.external_order_id}</bdi>],
              render.customer_email === null
                ? null
                : [words.customer, <bdi key="customer">{render.customer_email}</bdi>],
              render.fill_id === null
                ? null
                : [
                    words.job_of,
                    <Link key="job" href={`/console/orders/${render.fill_id}`}>
                      {words.openJob}
                    </Link>,
                  ],
            ]}
          />
        </section>
        {ready ? (
          <section aria-labelledby="file-findings">
            <h2 id="file-findings">{words.findings}</h2>
            <Findings key={render.attempt_count} renderId={render.id} />
          </section>
        ) : null}
        <section aria-labelledby="file-values">
          <h2 id="file-values">{words.values}</h2>
          <ErrorNotice error={error ?? printed.error} onRetry={printed.reload} />
          {fields === null || printed.value === null ? (
            error === null && printed.error === null && <Loading />
          ) : (
            <JobValues
              fields={fields}
              values={printed.value.values}
              named={{ inks: render.inks ?? [], paper: render.paper ?? null }}
              group={groupOfRender(render, printed.value)}
              offered={offered}
              mode={mayCorrect ? 'correct' : null}
              onSave={async (changes) => {
                await api.post(`${address}/retry`, changes)
                onChanged()
              }}
            />
          )}
        </section>
        {render.kind === 'final' ? (
          <section aria-labelledby="file-folder">
            <h2 id="file-folder">{words.folder}</h2>
            <FolderOutcome render={render} />
          </section>
        ) : null}
      </div>
    </div>
  )
}
