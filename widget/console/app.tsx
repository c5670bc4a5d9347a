/** The console: the signed-in user, the frame around every page, and the section of each path. */
import { useEffect, useState } from 'preact/hooks'
import { api, onSignedOut } from './api.ts'
import { type ApiError, asApiError } from './api-error.ts'
import { Join } from './join.tsx'
import { Layout } from './layout.tsx'
import { Button } from './parts/button.tsx'
import { EmptyState } from './parts/empty-state.tsx'
import { ErrorNotice } from './parts/error-notice.tsx'
import { Loading } from './parts/loading.tsx'
import { Page } from './parts/page.tsx'
import { Link, ROOT, usePath } from './router.ts'
import { SECTIONS, type SectionRow, type SectionView } from './sections.ts'
import { mayOf, type Session, SessionContext, type SessionWire } from './session.ts'
import { SignIn, SignInDialog } from './sign-in.tsx'
import { loadWords, setLanguage, useWords } from './words.ts'

type Known =
  | { readonly state: 'asking' }
  | { readonly state: 'out' }
  | { readonly state: 'failed'; readonly error: ApiError }
  | { readonly state: 'in'; readonly session: SessionWire }

/** `address` is the service's own, beside which no page may sign in. */
export function App({ address }: { readonly address: string }) {
  const path = usePath()
  const [known, setKnown] = useState<Known>({ state: 'asking' })
  const [asked, setAsked] = useState<{ resolve(): void } | null>(null)
  const enter = async (session: SessionWire) => {
    await setLanguage(session.user.language)
    setKnown({ state: 'in', session })
  }
  const joins = path === `${ROOT}/join`
  useEffect(() => {
    // A visitor with a one-time link is not signed in yet.
    if (joins || known.state !== 'asking') return
    api.get<SessionWire>('/v1/console/session').then(enter, (thrown: unknown) => {
      const error = asApiError(thrown)
      setKnown(error.status === 401 ? { state: 'out' } : { state: 'failed', error })
    })
  }, [joins, known.state])
  const isIn = known.state === 'in'
  useEffect(() => {
    if (!isIn) return
    let waiting: Promise<void> | null = null
    onSignedOut(() => {
      waiting ??= new Promise<void>((resolve) => {
        setAsked({
          resolve() {
            waiting = null
            setAsked(null)
            resolve()
          },
        })
      })
      return waiting
    })
    return () => onSignedOut(null)
  }, [isIn])

  if (joins) return <Join onJoined={enter} />
  if (known.state === 'asking') return <Loading />
  if (known.state === 'failed')
    return (
      <div class="lone">
        <ErrorNotice error={known.error} onRetry={() => setKnown({ state: 'asking' })} />
      </div>
    )
  if (known.state === 'out') return <SignIn address={address} onSignedIn={enter} />

  const session: Session = {
    ...known.session,
    may: mayOf(known.session),
    change: enter,
    async signOut(everywhere = false) {
      await api.del(everywhere ? '/v1/console/sessions' : '/v1/console/session')
      setKnown({ state: 'out' })
    },
  }
  return (
    <SessionContext.Provider value={session}>
      <Layout path={path}>
        <SectionOf path={path} />
      </Layout>
      {asked === null ? null : (
        <SignInDialog
          email={known.session.user.email}
          onSignedIn={(again) => {
            // Somebody else at the same desk must not go on in what was open.
            if (again.user.id !== known.session.user.id) location.reload()
            void enter(again)
            asked.resolve()
          }}
        />
      )}
    </SessionContext.Provider>
  )
}

function sectionOf(path: string): SectionRow | null {
  return (
    SECTIONS.find((row) => path === row.path || (row.path !== ROOT && path.startsWith(`${row.path}/`))) ??
    null
  )
}

function SectionOf({ path }: { readonly path: string }) {
  const words = useWords('shared')
  const row = sectionOf(path)
  const [loaded, setLoaded] = useState<{ readonly path: string; readonly View: SectionView | null } | null>(
    null,
  )
  useEffect(() => {
    if (row === null) return
    let wanted = true
    Promise.all([row.load(), loadWords(row.words)]).then(
      ([{ Section }]) => wanted && setLoaded({ path: row.path, View: Section }),
      () => wanted && setLoaded({ path: row.path, View: null }),
    )
    return () => {
      wanted = false
    }
  }, [row])
  if (row === null) {
    return (
      <Page title={words.notFound.title}>
        <p>{words.notFound.text}</p>
        <p>
          <Link href={ROOT}>{words.notFound.home}</Link>
        </p>
      </Page>
    )
  }
  if (loaded?.path !== row.path) return <Loading />
  const { View } = loaded
  if (View !== null) return <View path={path} />
  return (
    <Page title={words.failed.title}>
      <EmptyState
        title={words.failed.title}
        text={words.failed.text}
        action={
          <Button kind="main" onClick={() => location.reload()}>
            {words.failed.reload}
          </Button>
        }
      />
    </Page>
  )
}
