/** The people of the team: invitations, roles, and disabled users. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { asApiError } from '../api-error.ts'
import { useFormat } from '../format.ts'
import type { Tone } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Menu } from '../parts/menu.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { State } from '../parts/state.tsx'
import { toast } from '../parts/toast.tsx'
import { useList } from '../resources.ts'
import { useSession } from '../session.ts'
import { troubleText } from '../words/trouble.ts'
import { phrase, useWords } from '../words.ts'
import {
  DisableDialog,
  InviteDialog,
  LinkDialog,
  type MadeLink,
  type PersonWire,
  RoleDialog,
} from './dialogs.tsx'

const TONES: Readonly<Record<PersonWire['status'], Tone>> = {
  invited: 'busy',
  active: 'good',
  disabled: 'neutral',
}

type Asking =
  | { readonly what: 'invite' }
  | { readonly what: 'role' | 'disable' | 'sessions' | 'passkeys'; readonly person: PersonWire }
  | { readonly what: 'link'; readonly link: MadeLink }

export function Section(_props: { readonly path: string }) {
  const words = useWords('team')
  const session = useSession()
  if (!session.may(null))
    return (
      <Page title={words.title} lead={words.lead}>
        <Notice>
          <p>{words.ownersOnly}</p>
        </Notice>
      </Page>
    )
  return <People />
}

function People() {
  const words = useWords('team')
  const shared = useWords('shared')
  const format = useFormat()
  const { user } = useSession()
  const people = useList<PersonWire>('/v1/console/users', { limit: 100 })
  const [asking, setAsking] = useState<Asking | null>(null)
  const end = () => setAsking(null)

  const newLink = async (person: PersonWire) => {
    try {
      const { link, mailed } = await api.post<{ link: string; mailed: boolean }>(
        `/v1/console/users/${person.id}/link`,
      )
      setAsking({ what: 'link', link: { link, mailed, person } })
    } catch (error) {
      toast(troubleText(shared, asApiError(error)), 'bad')
    }
  }
  const endSessions = async (person: PersonWire) => {
    const path = `/v1/console/users/${person.id}/sessions`
    const { ended_sessions: count } = await api.del<{ ended_sessions: number }>(path)
    toast(phrase(words.endSessions.done, { name: nameOf(person), count }))
  }
  const removePasskeys = async (person: PersonWire) => {
    const path = `/v1/console/users/${person.id}/passkeys`
    const { removed_passkeys: count } = await api.del<{ removed_passkeys: number }>(path)
    people.replace({ ...person, passkeys: 0 })
    toast(phrase(words.removePasskeys.done, { name: nameOf(person), count }))
  }
  const enable = async (person: PersonWire) => {
    try {
      const reply = await api.patch<{ user: PersonWire }>(`/v1/console/users/${person.id}`, {
        disabled: false,
      })
      people.replace(reply.user)
      toast(phrase(words.enabled, { name: nameOf(person) }))
    } catch (error) {
      toast(troubleText(shared, asApiError(error)), 'bad')
    }
  }
  const columns = [
    {
      key: 'name',
      title: words.columns.name,
      cell: (person: PersonWire) => (
        <span>
          <bdi>{nameOf(person)}</bdi>
          {person.id === user.id ? <span class="hint"> ({words.you})</span> : null}
        </span>
      ),
    },
    { key: 'email', title: words.columns.email, cell: (person: PersonWire) => <bdi>{person.email}</bdi> },
    { key: 'role', title: words.columns.role, cell: (person: PersonWire) => shared.roles[person.role] },
    {
      key: 'state',
      title: words.columns.state,
      phone: 'aside' as const,
      cell: (person: PersonWire) => <State kind={TONES[person.status]} label={words.states[person.status]} />,
    },
    {
      key: 'seen',
      title: words.columns.seen,
      cell: (person: PersonWire) =>
        person.signed_in_at === null ? words.never : format.time(person.signed_in_at),
    },
    {
      key: 'passkeys',
      title: words.columns.passkeys,
      align: 'end' as const,
      cell: (person: PersonWire) => format.number(person.passkeys),
    },
    {
      key: 'actions',
      title: words.columns.actions,
      align: 'end' as const,
      cell: (person: PersonWire) => (
        <Menu
          small
          label={phrase(words.actions, { name: nameOf(person) })}
          items={
            person.status === 'disabled'
              ? [{ label: words.enable, onSelect: () => void enable(person) }]
              : [
                  { label: words.changeRole, onSelect: () => setAsking({ what: 'role', person }) },
                  {
                    label: person.status === 'invited' ? words.newInvitation : words.newLink,
                    onSelect: () => void newLink(person),
                  },
                  {
                    label: words.endSessions.action,
                    onSelect: () => setAsking({ what: 'sessions', person }),
                  },
                  ...(person.passkeys === 0
                    ? []
                    : [
                        {
                          label: words.removePasskeys.action,
                          onSelect: () => setAsking({ what: 'passkeys', person }),
                        },
                      ]),
                  null,
                  {
                    label: words.disable,
                    danger: true,
                    onSelect: () => setAsking({ what: 'disable', person }),
                  },
                ]
          }
        >
          <span aria-hidden="true">⋯</span>
        </Menu>
      ),
    },
  ]
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <Button kind="main" onClick={() => setAsking({ what: 'invite' })}>
          {words.invite}
        </Button>
      }
    >
      <RecordList list={people} empty={null} caption={words.table} columns={columns} />
      {people.items.length === 1 && !people.loading ? (
        <EmptyState title={words.empty.title} text={words.empty.text} />
      ) : null}

      {asking?.what === 'invite' ? (
        <InviteDialog
          onClose={end}
          onInvited={(link) => {
            people.reload()
            setAsking({ what: 'link', link })
          }}
        />
      ) : null}
      {asking?.what === 'link' ? <LinkDialog {...asking.link} onClose={end} /> : null}
      {asking?.what === 'role' ? (
        <RoleDialog
          person={asking.person}
          onClose={end}
          onChanged={(person) => {
            people.replace(person)
            toast(phrase(words.roleDialog.saved, { name: nameOf(person), role: shared.roles[person.role] }))
            end()
          }}
        />
      ) : null}
      {asking?.what === 'sessions' ? (
        <Confirm
          title={phrase(words.endSessions.title, { name: nameOf(asking.person) })}
          text={words.endSessions.text}
          yes={words.endSessions.submit}
          no={shared.cancel}
          danger
          onYes={() => endSessions(asking.person)}
          onClose={end}
        />
      ) : null}
      {asking?.what === 'passkeys' ? (
        <Confirm
          title={phrase(words.removePasskeys.title, { name: nameOf(asking.person) })}
          text={words.removePasskeys.text}
          yes={words.removePasskeys.submit}
          no={shared.cancel}
          danger
          onYes={() => removePasskeys(asking.person)}
          onClose={end}
        />
      ) : null}
      {asking?.what === 'disable' ? (
        <DisableDialog
          person={asking.person}
          onClose={end}
          onChanged={(person) => {
            people.replace(person)
            toast(phrase(words.disableDialog.done, { name: nameOf(person) }))
            end()
          }}
        />
      ) : null}
    </Page>
  )
}

function nameOf(person: PersonWire): string {
  return person.name === '' ? person.email : person.name
}
