/** The output profiles of the team's presses, and those that come with Platen. */
import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { useFormat } from '../format.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Notice } from '../parts/notice.tsx'
import { RecordList } from '../parts/record-list.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { toast } from '../parts/toast.tsx'
import { useList } from '../resources.ts'
import { useAction } from '../use-action.ts'
import { useSaid } from '../words/said.ts'
import { phrase, useWords } from '../words.ts'
import type { ProfileUploadReply, ProfileWire } from './library.ts'
import { UploadFile } from './upload-file.tsx'

const PATH = '/v1/profiles'
const MOST_BYTES = 4 * 2 ** 20

export function OutputProfiles({ writes }: { readonly writes: boolean }) {
  const all = useWords('library')
  const words = all.profile
  const format = useFormat()
  const list = useList<ProfileWire>(PATH, { limit: 50 })
  const [edited, setEdited] = useState<ProfileWire | null>(null)
  return (
    <section class="stack" aria-labelledby="output-profiles">
      <h2 id="output-profiles">{words.title}</h2>
      <p class="hint">{words.text}</p>
      {writes ? (
        <UploadFile<ProfileUploadReply>
          path={PATH}
          label={words.drop}
          button={words.choose}
          hint={words.hint}
          accept=".icc,.icm,application/vnd.iccprofile"
          mostBytes={MOST_BYTES}
          words={{ ...all.picture, ...words }}
          faults={words.faults}
          said={({ profile, deduplicated, restored }) => (
            <p>
              {phrase(restored ? words.restored : deduplicated ? words.known : words.added, {
                name: profile.name,
              })}
            </p>
          )}
          onDone={({ profile, deduplicated }) => {
            list.reload()
            if (!deduplicated) setEdited(profile)
          }}
        />
      ) : null}
      <RecordList
        list={list}
        empty={<EmptyState title={words.emptyTitle} text={words.text} />}
        caption={words.title}
        rowLabel={({ name }) => name}
        columns={[
          {
            key: 'name',
            title: words.name,
            cell: ({ name, default: isDefault }) => (
              <span>
                <bdi>{name}</bdi>
                {isDefault ? <span class="hint set-first">{words.isDefault}</span> : null}
              </span>
            ),
          },
          { key: 'condition', title: words.condition, cell: ({ condition }) => <code>{condition}</code> },
          {
            key: 'source',
            title: words.source,
            minor: true,
            cell: ({ source }) => (source === 'team' ? words.ofTeam : words.ofPlaten),
          },
          {
            key: 'size',
            title: words.size,
            minor: true,
            align: 'end',
            cell: ({ size_bytes: size }) => format.bytes(size),
          },
          {
            key: 'actions',
            title: words.actions,
            align: 'end',
            cell: (profile) =>
              writes && profile.source === 'team' ? (
                <Button
                  small
                  kind="quiet"
                  aria-label={phrase(words.editOne, { name: profile.name })}
                  onClick={() => setEdited(profile)}
                >
                  {words.edit}
                </Button>
              ) : null,
          },
        ]}
      />
      {edited === null ? null : (
        <ProfileDialog
          key={edited.id}
          profile={edited}
          onClose={() => setEdited(null)}
          onChanged={() => {
            setEdited(null)
            list.reload()
          }}
        />
      )}
    </section>
  )
}

interface ProfileDialogProps {
  readonly profile: ProfileWire
  onClose(): void
  onChanged(): void
}

function ProfileDialog({ profile, onClose, onChanged }: ProfileDialogProps) {
  const words = useWords('library').profile
  const say = useSaid()
  const action = useAction()
  const [name, setName] = useState(profile.name)
  const [condition, setCondition] = useState(profile.condition)
  const [sure, setSure] = useState(false)
  const path = `${PATH}/${profile.id}`
  const run = (work: () => Promise<unknown>, said: string) =>
    void action.run(async () => {
      await work()
      toast(said)
      onChanged()
    })
  const fault = (param: string) =>
    action.error?.param === param && action.error !== null ? say(action.error) : null
  const placed = ['name', 'condition'].includes(action.error?.param ?? '')
  return (
    <Dialog
      title={profile.name}
      onClose={action.busy ? undefined : onClose}
      actions={
        <>
          <Button
            kind="danger"
            onClick={() =>
              sure ? run(() => api.del(path), phrase(words.archived, { name: profile.name })) : setSure(true)
            }
          >
            {words.archive}
          </Button>
          <Button
            kind="main"
            busy={action.busy}
            disabled={name.trim() === ''}
            onClick={() =>
              run(
                () => api.patch(path, { name: name.trim(), condition: condition.trim() || 'Custom' }),
                phrase(words.saved, { name: name.trim() }),
              )
            }
          >
            {words.save}
          </Button>
        </>
      }
    >
      <div class="stack">
        {sure ? (
          <Notice kind="warn">
            <p>{words.archiveText}</p>
          </Notice>
        ) : null}
        <ErrorNotice error={placed ? null : action.error} />
        <TextInput
          label={words.name}
          hint={words.nameHint}
          error={fault('name')}
          required
          maxLength={200}
          dir="auto"
          value={name}
          onInput={setName}
        />
        <TextInput
          label={words.condition}
          hint={words.conditionHint}
          error={fault('condition')}
          maxLength={100}
          value={condition}
          onInput={setCondition}
        />
      </div>
    </Dialog>
  )
}
