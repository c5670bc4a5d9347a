/** Who gets an e-mail when a customer approves a design; shown where e-mail is sent. */
import { useState } from 'preact/hooks'
import type * as Api from '../../../types/api.d.ts'
import type { AsSent } from '../../as-sent.ts'
import { api } from '../api.ts'
import { type ApiError, asApiError } from '../api-error.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Select } from '../parts/select.tsx'
import { toast } from '../parts/toast.tsx'
import { useResource } from '../resources.ts'
import { useWords } from '../words.ts'

type SettingsWire = AsSent<Api.TeamSettings>

const PATH = '/v1/team/settings'
const MODES = ['none', 'owners', 'editors'] as const

export function ApprovalMail() {
  const words = useWords('shop').mail
  const found = useResource<{ readonly settings: SettingsWire }>(PATH)
  const [chosen, setChosen] = useState<SettingsWire['approval_mail'] | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  if (found.value === null)
    return found.error === null ? <Loading /> : <ErrorNotice error={found.error} onRetry={found.reload} />
  const save = async (mode: SettingsWire['approval_mail']) => {
    setChosen(mode)
    setError(null)
    try {
      await api.patch(PATH, { approval_mail: mode })
      toast(words.saved)
    } catch (thrown) {
      setChosen(null)
      setError(asApiError(thrown))
    }
  }
  return (
    <section class="form">
      <h2>{words.title}</h2>
      <ErrorNotice error={error} />
      <Select
        label={words.mode}
        hint={words.modeHint}
        value={chosen ?? found.value.settings.approval_mail}
        options={MODES.map((one) => ({ value: one, label: words.modes[one] }))}
        onChange={(mode) => void save(mode)}
      />
    </section>
  )
}
