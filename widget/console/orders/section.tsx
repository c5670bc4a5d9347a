/** The orders' part of the console: jobs, print files and their delivery, and a page for each of them. */
import { Page } from '../parts/page.tsx'
import { PageLinks } from '../parts/page-links.tsx'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { FolderPage, NewFolder } from './delivery/folder-page.tsx'
import { FoldersList } from './delivery/folders-list.tsx'
import { FilePage } from './file-page.tsx'
import { FilesList } from './files-list.tsx'
import { JobPage } from './job-page.tsx'
import { JobsList } from './jobs-list.tsx'
import { NewOrder } from './new-order.tsx'
import './work.css'
import './jobs.css'

const PATH = '/console/orders'
const FILES = `${PATH}/files`
const DELIVERY = `${PATH}/delivery`

/** `…/orders`, `…/new`, `…/fill_…`, `…/files`, `…/files/rnd_…`, `…/delivery`, `…/delivery/new` and `…/delivery/hf_…`. */
export function Section({ path }: { readonly path: string }) {
  const words = useWords('orders')
  const { folder } = useWords('developers')
  const session = useSession()
  if (path.startsWith(`${FILES}/`)) {
    const id = path.slice(FILES.length + 1)
    return <FilePage key={id} id={id} />
  }
  if (path === `${DELIVERY}/new` && session.may('hot_folders:write')) return <NewFolder />
  if (path.startsWith(`${DELIVERY}/`)) {
    const id = path.slice(DELIVERY.length + 1)
    return <FolderPage key={id} id={id} />
  }
  if (path === `${PATH}/new` && session.may('fills:write')) return <NewOrder />
  if (path !== FILES && path !== DELIVERY && path !== PATH) {
    const id = path.slice(PATH.length + 1)
    return <JobPage key={id} id={id} />
  }
  const files = path === FILES
  const delivery = path === DELIVERY
  const title = delivery ? words.delivery : files ? words.files : words.jobs
  const lead = delivery ? folder.text : files ? words.filesText : words.jobsText
  return (
    <Page
      key={path}
      title={title}
      lead={lead}
      wide
      actions={
        path === PATH && session.may('fills:write') ? (
          <Link class="button main" href={`${PATH}/new`}>
            {words.newOrder}
          </Link>
        ) : null
      }
    >
      <PageLinks
        label={words.tabs}
        current={path}
        links={[
          { href: PATH, label: words.jobs },
          { href: FILES, label: words.files },
          { href: DELIVERY, label: words.delivery },
        ]}
      />
      {delivery ? <FoldersList /> : files ? <FilesList /> : <JobsList />}
    </Page>
  )
}
