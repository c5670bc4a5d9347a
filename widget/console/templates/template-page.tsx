/** One template: its title, state, actions and parts. */
import { useState } from 'preact/hooks'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useResource } from '../resources.ts'
import { Link, navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { ArtworkDialog } from './artwork-dialog.tsx'
import { StatusBadge, UnpublishedBadge } from './badges.tsx'
import { useCopyTemplate } from './copy-template.ts'
import { History } from './history.tsx'
import { MoveButtons } from './moves.tsx'
import { OutputSetting } from './output-setting.tsx'
import { Overview } from './overview.tsx'
import { Settings } from './settings.tsx'
import type { TemplateWire } from './wire.ts'

const BASE = '/console/templates'
const PARTS = ['overview', 'history', 'settings'] as const
type Part = (typeof PARTS)[number]

export function TemplatePage({ id, part: asked }: { readonly id: string; readonly part: string }) {
  const words = useWords('templates')
  const { may } = useSession()
  const shown = useResource<{ readonly template: TemplateWire }>(`/v1/templates/${id}`, {
    revision: 'latest',
  })
  const [newer, setNewer] = useState(false)
  const copy = useCopyTemplate()
  const part: Part = PARTS.find((one) => one === asked) ?? 'overview'
  const template = shown.value?.template ?? null
  const back = { href: BASE, label: words.page.back }
  if (template === null)
    return (
      <Page title={shown.error?.status === 404 ? words.page.missingTitle : words.untitled} back={back}>
        {shown.error === null ? <Loading /> : <ErrorNotice error={shown.error} onRetry={shown.reload} />}
      </Page>
    )
  const writes = may('templates:write')
  return (
    <Page
      title={template.title}
      heading={
        <span class="title-line">
          <bdi>{template.title}</bdi>
          <span class="tpl-badges">
            <StatusBadge template={template} />
            <UnpublishedBadge template={template} />
          </span>
        </span>
      }
      back={back}
      wide
      actions={
        <>
          {template.status === 'live' && may('fills:write') ? (
            <Link class="button main" href={`/console/orders/new?template=${id}`}>
              {words.page.newOrder}
            </Link>
          ) : null}
          {template.status === 'archived' ? null : (
            <Link class="button" href={`${BASE}/${id}/edit`}>
              {writes ? words.page.edit : words.page.look}
            </Link>
          )}
          {writes ? (
            <MoveButtons
              template={template}
              onMoved={shown.reload}
              onNewer={() => setNewer(true)}
              onCopy={() => void copy(id)}
            />
          ) : null}
        </>
      }
    >
      <ErrorNotice error={shown.error} onRetry={shown.reload} />
      <Tabs
        label={words.page.tabs}
        value={part}
        tabs={PARTS.map((value) => ({ value, label: words.page[value] }))}
        onChange={(value) => navigate(value === 'overview' ? `${BASE}/${id}` : `${BASE}/${id}/${value}`)}
      >
        {part === 'overview' ? <Overview template={template} /> : null}
        {part === 'history' ? <History template={template} onChanged={shown.reload} /> : null}
        {part === 'settings' ? (
          <>
            <Settings template={template} onSaved={(saved) => shown.set({ template: saved })} />
            <OutputSetting
              id={template.id}
              readOnly={!writes || template.status === 'archived'}
              onChanged={shown.reload}
            />
          </>
        ) : null}
      </Tabs>
      {newer ? (
        <ArtworkDialog template={template} onClose={() => setNewer(false)} onDone={shown.reload} />
      ) : null}
    </Page>
  )
}
