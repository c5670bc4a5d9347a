/** The page of a record that is loading, unknown or not readable. */
import type { Resource } from '../resources.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Loading } from './loading.tsx'
import { Page, type PageProps } from './page.tsx'

export interface PendingPageProps extends Pick<PageProps, 'title' | 'back'> {
  readonly found: Pick<Resource<unknown>, 'error' | 'loading' | 'reload'>
  /** What is said where there is no such record. */
  readonly words: { readonly notFound: string; readonly notFoundText: string }
}

export function PendingPage({ title, back, found, words }: PendingPageProps) {
  return (
    <Page title={title} back={back}>
      {found.error?.code === 'not_found' ? (
        <EmptyState drawing="search" title={words.notFound} text={words.notFoundText} />
      ) : (
        <ErrorNotice error={found.error} onRetry={found.reload} />
      )}
      {found.loading ? <Loading /> : null}
    </Page>
  )
}
