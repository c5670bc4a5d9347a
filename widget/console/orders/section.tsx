/** The orders' part of the console: jobs and print files, and a page for each of them. */

import type { UsageWire } from '../home/wire.ts'
import { Page } from '../parts/page.tsx'
import { PageLinks } from '../parts/page-links.tsx'
import { useResource } from '../resources.ts'
import { phrase, useWords } from '../words.ts'
import { FilePage } from './file-page.tsx'
import { FilesList } from './files-list.tsx'
import { JobPage } from './job-page.tsx'
import { JobsList } from './jobs-list.tsx'
import { ReviewPage } from './review-page.tsx'
import './work.css'

const PATH = '/console/orders'
const FILES = `${PATH}/files`
const REVIEW = `${PATH}/review`

/** `…/orders`, `…/orders/fill_…`, `…/orders/review`, `…/orders/files` and `…/orders/files/rnd_…`. */
export function Section({ path }: { readonly path: string }) {
  if (path.startsWith(`${FILES}/`)) {
    const id = path.slice(FILES.length + 1)
    return <FilePage key={id} id={id} />
  }
  if (path !== FILES && path !== REVIEW && path !== PATH) {
    const id = path.slice(PATH.length + 1)
    return <JobPage key={id} id={id} />
  }
  return <Lists key={path} path={path} />
}

function Lists({ path }: { readonly path: string }) {
  const words = useWords('orders')
  const usage = useResource<UsageWire>('/v1/usage')
  const count = usage.value?.in_review ?? 0
  const [title, lead] =
    path === FILES
      ? [words.files, words.filesText]
      : path === REVIEW
        ? [words.review.tab, words.review.text]
        : [words.jobs, words.jobsText]
  return (
    <Page title={title} lead={lead} wide>
      <PageLinks
        label={words.tabs}
        current={path}
        links={[
          { href: PATH, label: words.jobs },
          {
            href: REVIEW,
            label: count === 0 ? words.review.tab : phrase(words.review.tabCount, { count }),
          },
          { href: FILES, label: words.files },
        ]}
      />
      {path === FILES ? (
        <FilesList />
      ) : path === REVIEW ? (
        <ReviewPage onDecided={usage.reload} />
      ) : (
        <JobsList />
      )}
    </Page>
  )
}
