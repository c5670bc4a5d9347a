/** The orders' part of the console: jobs and print files, and a page for each of them. */
import { Page } from '../parts/page.tsx'
import { PageLinks } from '../parts/page-links.tsx'
import { useWords } from '../words.ts'
import { FilePage } from './file-page.tsx'
import { FilesList } from './files-list.tsx'
import { JobPage } from './job-page.tsx'
import { JobsList } from './jobs-list.tsx'
import './work.css'

const PATH = '/console/orders'
const FILES = `${PATH}/files`

/** `…/orders`, `…/orders/fill_…`, `…/orders/files` and `…/orders/files/rnd_…`. */
export function Section({ path }: { readonly path: string }) {
  const words = useWords('orders')
  if (path.startsWith(`${FILES}/`)) {
    const id = path.slice(FILES.length + 1)
    return <FilePage key={id} id={id} />
  }
  if (path !== FILES && path !== PATH) {
    const id = path.slice(PATH.length + 1)
    return <JobPage key={id} id={id} />
  }
  const files = path === FILES
  return (
    <Page
      key={path}
      title={files ? words.files : words.jobs}
      lead={files ? words.filesText : words.jobsText}
      wide
    >
      <PageLinks
        label={words.tabs}
        current={path}
        links={[
          { href: PATH, label: words.jobs },
          { href: FILES, label: words.files },
        ]}
      />
      {files ? <FilesList /> : <JobsList />}
    </Page>
  )
}
