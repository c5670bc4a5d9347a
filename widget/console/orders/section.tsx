/** The orders section of the console: jobs, reviews, print files and deliveries, with a page for each. */
import type { UsageWire } from '../home/wire.ts'
import { Page } from '../parts/page.tsx'
import { PageLinks } from '../parts/page-links.tsx'
import { useResource } from '../resources.ts'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { phrase, useWords } from '../words.ts'
import { FolderPage, NewFolder } from './delivery/folder-page.tsx'
import { FoldersList } from './delivery/folders-list.tsx'
import { FilePage } from './file-page.tsx'
import { FilesList } from './files-list.tsx'
import { JobPage } from './job-page.tsx'
import { JobsList } from './jobs-list.tsx'
import { NewOrder } from './new-order.tsx'
import { ReviewPage } from './review-page.tsx'
import './jobs.css'

const PATH = '/console/orders'
const FILES = `${PATH}/files`
const REVIEW = `${PATH}/review`
const DELIVERY = `${PATH}/delivery`
const LISTS: readonly string[] = [PATH, REVIEW, FILES, DELIVERY]

/** `…/orders`, `…/new`, `…/fill_…`, `…/review`, `…/files`, `…/files/rnd_…`, `…/delivery`, `…/delivery/new` and `…/delivery/hf_…`. */
export function Section({ path }: { readonly path: string }) {
  const session = useSession()
  if (LISTS.includes(path)) return <Lists key={path} path={path} />
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
  const id = path.slice(PATH.length + 1)
  return <JobPage key={id} id={id} />
}

function Lists({ path }: { readonly path: string }) {
  const words = useWords('orders')
  const shared = useWords('shared')
  const { folder } = useWords('developers')
  const session = useSession()
  const usage = useResource<UsageWire>('/v1/usage')
  const count = usage.value?.in_review ?? 0
  const lists = [
    { href: PATH, label: words.jobs, title: words.jobs, text: words.jobsText, view: <JobsList /> },
    {
      href: REVIEW,
      label: count === 0 ? words.review.tab : phrase(words.review.tabCount, { count }),
      title: words.review.tab,
      text: words.review.text,
      view: <ReviewPage onDecided={usage.reload} />,
    },
    { href: FILES, label: words.files, title: words.files, text: words.filesText, view: <FilesList /> },
    {
      href: DELIVERY,
      label: words.delivery,
      title: words.delivery,
      text: folder.text,
      view: <FoldersList />,
    },
  ]
  const here = lists.find(({ href }) => href === path)
  if (here === undefined) return null
  return (
    <Page
      title={shared.sections.orders}
      part={here.title}
      lead={here.text}
      wide
      actions={
        path === PATH && session.may('fills:write') ? (
          <Link class="button main" href={`${PATH}/new`}>
            {words.newOrder}
          </Link>
        ) : path === DELIVERY && session.may('hot_folders:write') ? (
          <Link class="button main" href={`${DELIVERY}/new`}>
            {folder.add}
          </Link>
        ) : null
      }
    >
      <PageLinks label={words.tabs} current={path} links={lists} />
      {here.view}
    </Page>
  )
}
