/** The frame around every page: skip link, navigation, content and toasts. */

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { watchMedia } from '../browser-apis.ts'
import { Rail, TabBar, TopBar } from './navigation.tsx'
import { Button } from './parts/button.tsx'
import { Dialog } from './parts/dialog.tsx'
import { Toasts } from './parts/toast.tsx'
import { useLeaving } from './router.ts'
import { useWords } from './words.ts'

export function Layout({ path, children }: { readonly path: string; readonly children: ComponentChildren }) {
  const words = useWords('shared')
  const leaving = useLeaving()
  const wide = useWide()
  // The editor is a room of its own: it leads back by itself.
  const whole = path.endsWith('/edit')
  const frame = whole ? 'whole' : wide ? 'wide' : 'narrow'
  return (
    <div class="frame" data-narrow={frame === 'narrow' || undefined} data-whole={whole || undefined}>
      <a class="skip" href="#content">
        {words.skip}
      </a>
      {frame === 'wide' ? <Rail path={path} /> : null}
      {frame === 'narrow' ? <TopBar /> : null}
      <main id="content" class="content" tabIndex={-1}>
        {children}
      </main>
      {frame === 'narrow' ? <TabBar path={path} /> : null}
      <Toasts />
      {leaving === null ? null : (
        <Dialog
          title={words.leaving.title}
          onClose={leaving.stay}
          actions={
            <>
              <Button onClick={leaving.stay}>{words.leaving.stay}</Button>
              <Button kind="danger" onClick={leaving.go}>
                {words.leaving.leave}
              </Button>
            </>
          }
        >
          <p>{words.leaving.text}</p>
        </Dialog>
      )}
    </div>
  )
}

const WIDE = watchMedia('(min-width: 1024px)')

/** Is there room for the rail? */
function useWide(): boolean {
  const [wide, setWide] = useState(WIDE.matches)
  useEffect(() => {
    const follow = () => setWide(WIDE.matches)
    return WIDE.onChange(follow)
  }, [])
  return wide
}
