/** The library section of the console: selection sets, images, fonts and colour. */
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { navigate } from '../router.ts'
import { useSession } from '../session.ts'
import { useWords } from '../words.ts'
import { ColorPanel } from './color-panel.tsx'
import { FontsPanel } from './fonts-panel.tsx'
import './library.css'
import { PicturesPanel } from './pictures-panel.tsx'
import { SetPage } from './set-page.tsx'
import { SetsPanel } from './sets-panel.tsx'

const BASE = '/console/library'
const PARTS = ['sets', 'pictures', 'fonts', 'color'] as const
const RIGHTS = {
  ...({ sets: 'selection_sets:write', pictures: 'assets:write', fonts: 'fonts:write' } as const),
  color: 'brand_colors:write',
} as const

export function Section({ path }: { readonly path: string }) {
  const words = useWords('library')
  const { may } = useSession()
  const [asked = '', id = ''] = path.slice(BASE.length + 1).split('/')
  const part = PARTS.find((one) => one === asked) ?? 'sets'
  if (part === 'sets' && id !== '') return <SetPage key={id} id={id === 'new' ? null : id} />
  const writes = may(RIGHTS[part])
  return (
    <Page title={words.title} lead={words.lead} wide>
      <Tabs
        label={words.tabs}
        value={part}
        tabs={PARTS.map((value) => ({ value, label: words[value] }))}
        onChange={(value) => navigate(value === 'sets' ? BASE : `${BASE}/${value}`)}
      >
        {writes ? null : (
          <Notice>
            <p>{words.readOnly}</p>
          </Notice>
        )}
        {part === 'sets' ? <SetsPanel writes={writes} /> : null}
        {part === 'pictures' ? <PicturesPanel writes={writes} /> : null}
        {part === 'color' ? <ColorPanel writes={writes && may('profiles:write')} /> : null}
        {part === 'fonts' ? <FontsPanel writes={writes} /> : null}
      </Tabs>
    </Page>
  )
}
