/** An API key: its properties, and its last requests. */

import { useFormat } from '../format.ts'
import { setQuery } from '../orders/search.ts'
import { Button } from '../parts/button.tsx'
import { type Column, None } from '../parts/data-table.tsx'
import { Facts } from '../parts/facts.tsx'
import { Page } from '../parts/page.tsx'
import { PendingPage } from '../parts/pending-page.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { filterOptions, Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { useList, useResource } from '../resources.ts'
import { useQuery } from '../router.ts'
import { ScopeList } from '../storefronts/scope-list.tsx'
import { useWords } from '../words.ts'
import { KEY_TONES } from './keys.tsx'
import type { KeyWire, RequestWire } from './wire.ts'

const LIST = '/console/developers'

export function KeyPage({ id }: { readonly id: string }) {
  const all = useWords('developers')
  const words = all.key
  const address = `/v1/api_keys/${encodeURIComponent(id)}`
  const found = useResource<{ api_key: KeyWire }>(address)
  const key = found.value?.api_key ?? null
  const back = { href: LIST, label: words.back }
  if (key === null) return <PendingPage title={all.keys} back={back} found={found} words={words} />
  const { expires_at: expires, last_used_at: used } = key
  return (
    <Page
      title={key.name || words.unnamed}
      heading={key.name === '' ? words.unnamed : <bdi>{key.name}</bdi>}
      back={back}
      wide
    >
      <section class="card section" aria-label={words.key}>
        <Facts
          facts={[
            [
              words.status,
              <State key="state" kind={KEY_TONES[key.status]} label={words.statuses[key.status]} />,
            ],
            [words.key, <code key="key">{`${key.prefix}…${key.last4}`}</code>],
            [
              words.type,
              key.scopes.length === 0 ? (
                words.types[key.type]
              ) : (
                <ScopeList key="scopes" scopes={key.scopes} />
              ),
            ],
            [words.made, <Time key="made" at={key.created_at} />],
            [words.used, used === null ? all.never : <Time key="used" at={used} />],
            expires === null ? null : [words.expires, <Time key="expires" at={expires} />],
          ]}
        />
      </section>
      <Requests address={`${address}/requests`} page={`${LIST}/keys/${id}`} />
    </Page>
  )
}

function Requests({ address, page }: { readonly address: string; readonly page: string }) {
  const words = useWords('developers').request
  const failed = useQuery().get('show') === 'failed'
  const list = useList<RequestWire>(address, { limit: 50, failed: failed ? 'true' : null })
  return (
    <section class="section" aria-labelledby="key-requests">
      <div class="row heading-row">
        <h2 id="key-requests">{words.title}</h2>
        <Button small onClick={list.reload}>
          {words.reload}
        </Button>
      </div>
      <p class="dim">{words.text}</p>
      <div class="search-bar">
        <Select<'failed' | ''>
          label={words.show}
          value={failed ? 'failed' : ''}
          options={filterOptions(words.shows.all, ['failed'], words.shows)}
          onChange={(show) => setQuery(page, { show })}
        />
      </div>
      <RecordList
        list={list}
        empty={failed ? words.noneFailed : words.none}
        caption={words.title}
        columns={useColumns()}
      />
    </section>
  )
}

function useColumns(): readonly Column<RequestWire>[] {
  const words = useWords('developers').request
  const format = useFormat()
  return [
    {
      key: 'request',
      title: words.request,
      cell: ({ id, method, path }) => (
        <span class="request">
          <code class="loose">
            {method} {path}
          </code>
          <code class="dim" title={words.id}>
            {id}
          </code>
        </span>
      ),
    },
    {
      key: 'status',
      title: words.status,
      phone: 'aside',
      cell: ({ status }) => <State kind={status < 400 ? 'good' : 'bad'} label={String(status)} />,
    },
    {
      key: 'error',
      title: words.error,
      cell: ({ error_code: code }) =>
        code === null ? (
          <None />
        ) : (
          <a href={`/docs/api/errors#${code}`}>
            <code>{code}</code>
          </a>
        ),
    },
    { key: 'when', title: words.when, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      key: 'took',
      title: words.took,
      align: 'end',
      minor: true,
      cell: ({ duration_ms: ms }) => `${format.number(ms)} ms`,
    },
  ]
}
