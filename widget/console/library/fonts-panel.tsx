/** The fonts for fields: the team's own and the bundled ones. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { FaceName } from '../editor/fonts/face-name.tsx'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import type { Column } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { toast } from '../parts/toast.tsx'
import { useList } from '../resources.ts'
import { Link } from '../router.ts'
import { phrase, useWords } from '../words.ts'
import type { FontUploadReply, FontWire } from './library.ts'
import { UploadFile } from './upload-file.tsx'

const MOST_BYTES = 10 * 2 ** 20
const SOURCES = ['all', 'team', 'bundled'] as const
type Source = (typeof SOURCES)[number]

export function FontsPanel({ writes }: { readonly writes: boolean }) {
  const words = useWords('library')
  const shared = useWords('shared')
  const [source, setSource] = useState<Source>('all')
  const [leaving, setLeaving] = useState<FontWire | null>(null)
  const list = useList<FontWire>('/v1/fonts', { limit: 50, source: source === 'all' ? null : source })
  const columns = useColumns(writes ? setLeaving : null)
  const labels = { all: words.font.all, team: words.font.ofTeam, bundled: words.font.ofPlaten }
  return (
    <div class="stack">
      <p class="hint">{words.font.text}</p>
      {writes ? (
        <UploadFile<FontUploadReply>
          path="/v1/fonts"
          label={words.font.drop}
          button={words.font.choose}
          hint={words.font.hint}
          accept=".ttf,.otf,.woff,.woff2,font/ttf,font/otf,font/woff"
          mostBytes={MOST_BYTES}
          words={{ ...words.picture, ...words.font }}
          faults={words.font.faults}
          said={(reply) => <Taken reply={reply} />}
          onDone={list.reload}
        />
      ) : null}
      <fieldset class="revision-switch">
        <legend class="spoken">{words.font.filter}</legend>
        {SOURCES.map((one) => (
          <label key={one}>
            <input type="radio" name="font-source" checked={one === source} onChange={() => setSource(one)} />
            {labels[one]}
          </label>
        ))}
      </fieldset>
      <RecordList
        list={list}
        empty={<EmptyState title={words.font.emptyTitle} text={words.font.emptyText} />}
        caption={words.font.caption}
        rowLabel={nameOf}
        columns={columns}
      />
      {leaving === null ? null : (
        <Confirm
          title={phrase(words.font.archiveTitle, { name: nameOf(leaving) })}
          text={words.font.archiveText}
          yes={words.font.archive}
          no={shared.cancel}
          danger
          onClose={() => setLeaving(null)}
          onYes={async () => {
            await api.del(`/v1/fonts/${leaving.id}`)
            toast(phrase(words.font.archived, { name: nameOf(leaving) }))
            list.reload()
          }}
        />
      )}
    </div>
  )
}

const nameOf = ({ full_name: full, post_script_name: name }: FontWire): string => full ?? name

function useColumns(onArchive: ((font: FontWire) => void) | null): readonly Column<FontWire>[] {
  const words = useWords('library')
  const format = useFormat()
  const style = ({ bold, italic, variable }: FontWire) =>
    [
      bold ? words.font.bold : '',
      italic ? words.font.italic : '',
      !bold && !italic ? words.font.regular : '',
      variable === true ? words.font.variable : '',
    ]
      .filter((part) => part !== '')
      .join(' ')
  const columns: readonly Column<FontWire>[] = [
    {
      key: 'family',
      title: words.font.family,
      cell: (font) => (
        <span>
          <FaceName text={font.family} font={font} />
          <span class="hint set-first">
            <code>{font.post_script_name}</code>
          </span>
        </span>
      ),
    },
    { key: 'style', title: words.font.style, cell: style },
    {
      key: 'source',
      title: words.font.source,
      cell: ({ source }) => (source === 'team' ? words.font.team : words.font.bundled),
    },
    {
      key: 'format',
      title: words.font.format,
      minor: true,
      cell: ({ format: form, size_bytes: size, subsetting }) =>
        [
          form === null ? '' : form.toUpperCase(),
          size === null ? '' : format.bytes(size),
          subsetting === false ? words.font.whole : '',
        ]
          .filter((part) => part !== '')
          .join(', '),
    },
    {
      key: 'glyphs',
      title: words.font.glyphs,
      minor: true,
      align: 'end',
      cell: ({ glyph_count: glyphs }) => (glyphs === null ? null : format.number(glyphs)),
    },
    {
      key: 'licence',
      title: words.font.licence,
      minor: true,
      cell: ({ license, license_url: url }) => <Licence text={license} url={url} />,
    },
  ]
  if (onArchive === null) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: words.font.actions,
      align: 'end',
      cell: (font) =>
        font.source === 'team' ? (
          <Button
            small
            kind="quiet"
            aria-label={phrase(words.font.archiveOne, { name: nameOf(font) })}
            onClick={() => onArchive(font)}
          >
            {words.font.archive}
          </Button>
        ) : null,
    },
  ]
}

const LICENCE_CHARACTERS = 80

/** Of a stranger's file: only addresses of the web become links. */
function Licence({ text, url }: { readonly text: string | null; readonly url: string | null }) {
  const said = text ?? url
  if (said === null) return null
  const short = said.length > LICENCE_CHARACTERS ? `${said.slice(0, LICENCE_CHARACTERS)}…` : said
  return url !== null && /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {short}
    </a>
  ) : (
    <span>{short}</span>
  )
}

function Taken({ reply }: { readonly reply: FontUploadReply }) {
  const words = useWords('library')
  const { font, rebound, deduplicated, restored } = reply
  const said = restored ? words.font.restored : deduplicated ? words.font.known : words.font.added
  return (
    <>
      <p>{phrase(said, { name: nameOf(font) })}</p>
      {rebound.length === 0 ? null : (
        <>
          <p>{phrase(words.font.rebound, { templates: rebound.length })}</p>
          <p class="row">
            {rebound.map(({ template_id: id }, at) => (
              <Link key={id} href={`/console/templates/${id}`}>
                {phrase(words.font.reboundLink, { at: at + 1 })}
              </Link>
            ))}
          </p>
        </>
      )}
    </>
  )
}
