/** Where the user is signed in: each session with its device, and the ways to end them. */

import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'
import { api } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { type Column, None } from '../parts/data-table.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { State } from '../parts/state.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import { useList } from '../resources.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { phrase, useWords, type Words } from '../words.ts'

type SignInWire = AsSent<Api.ConsoleSignIn>
const PATH = '/v1/console/sessions'

export function Sessions() {
  const words = useWords('account').sessions
  const { signOut } = useSession()
  const list = useList<SignInWire>(PATH, { limit: 50 })
  const action = useAction()
  const end = (id: string) =>
    action.run(async () => {
      await api.del(`${PATH}/${id}`)
      list.remove(id)
      toast(words.ended)
    })
  const endOthers = () =>
    action.run(async () => {
      const { ended_sessions: count } = await api.del<{ ended_sessions: number }>(`${PATH}?keep_current=true`)
      list.reload()
      toast(phrase(words.othersEnded, { count }))
    })
  return (
    <section class="card whole">
      <h2>{words.title}</h2>
      <p class="lead">{words.text}</p>
      <ErrorNotice error={action.error} />
      <div class="stack">
        <RecordList
          list={list}
          empty={null}
          caption={words.table}
          rowLabel={(one) => nameOf(words, one)}
          columns={columnsOf(words, (id) => void end(id))}
        />
        <div class="row">
          <Button busy={action.busy} onClick={() => void endOthers()}>
            {words.others}
          </Button>
          <Button kind="danger" onClick={() => void signOut(true)}>
            {words.everywhere}
          </Button>
        </div>
      </div>
    </section>
  )
}

type Said = Words<'account'>['sessions']

function nameOf(words: Said, { browser, system }: SignInWire): string {
  if (system === null) return browser ?? words.unknown
  return phrase(words.deviceName, { browser: browser ?? words.unknownBrowser, system })
}

function columnsOf(words: Said, onEnd: (id: string) => void): readonly Column<SignInWire>[] {
  return [
    {
      key: 'device',
      title: words.device,
      cell: (one) => <bdi title={one.user_agent ?? ''}>{nameOf(words, one)}</bdi>,
    },
    {
      key: 'used',
      title: words.used,
      phone: 'aside',
      cell: ({ current, last_used_at: at }) =>
        current ? <State kind="good" label={words.current} /> : <Time at={at} as="since" />,
    },
    {
      key: 'address',
      title: words.address,
      cell: ({ address }) => (address === null ? <None /> : <bdi>{address}</bdi>),
    },
    { key: 'since', title: words.since, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      key: 'actions',
      title: words.actions,
      align: 'end',
      cell: (one) =>
        one.current ? null : (
          <Button
            small
            aria-label={phrase(words.endOne, { device: nameOf(words, one) })}
            onClick={() => onEnd(one.id)}
          >
            {words.end}
          </Button>
        ),
    },
  ]
}
