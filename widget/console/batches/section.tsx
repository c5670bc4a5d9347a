/** The batches section of the console: the list, a new batch, and a page for each. */
import { Page } from '../parts/page.tsx'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { BatchForm } from './batch-form.tsx'
import { BatchPage } from './batch-page.tsx'
import { BatchesList, PATH } from './batches-list.tsx'
import './batches.css'

/** `…/batches`, `…/batches/new` and `…/batches/bat_…`. */
export function Section({ path }: { readonly path: string }) {
  const words = useWords('batches')
  const session = useSession()
  const mayStart = session.may('batches:write')
  if (path === `${PATH}/new` && mayStart) return <BatchForm />
  if (path !== PATH && path !== `${PATH}/new`) {
    const id = path.slice(PATH.length + 1)
    return <BatchPage key={id} id={id} />
  }
  return (
    <Page
      title={words.title}
      lead={words.text}
      wide
      {...(mayStart
        ? {
            actions: (
              <Link class="button main" href={`${PATH}/new`}>
                {words.create}
              </Link>
            ),
          }
        : {})}
    >
      {mayStart ? null : <p class="dim">{words.readOnly}</p>}
      <BatchesList />
    </Page>
  )
}
