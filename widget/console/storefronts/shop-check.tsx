/** Does the shop work? Checks it as its pages use it, and says what is wrong and how to correct it. */
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Notice } from '../parts/notice.tsx'
import { Select } from '../parts/select.tsx'
import { State } from '../parts/state.tsx'
import { Link } from '../router.ts'
import { useSession } from '../session.ts'
import { useAction } from '../use-action.ts'
import { messageOf, phrase, useWords } from '../words.ts'
import { type CheckResult, runChecks } from './check-run.ts'
import type { ApplicationWire, MappingWire } from './wire.ts'

const TONES = { passed: 'good', failed: 'bad', skipped: 'neutral' } as const

export interface ShopCheckProps {
  readonly application: ApplicationWire
  readonly mapping: MappingWire | null
  /** Empty where it is not known. */
  readonly keyText: string
}

export function ShopCheck({ application, mapping, keyText }: ShopCheckProps) {
  const all = useWords('storefronts')
  const words = all.check
  const session = useSession()
  const action = useAction()
  const origins = application.allowed_origins
  const [chosen, setChosen] = useState('')
  const [results, setResults] = useState<readonly CheckResult[] | null>(null)
  const origin = origins.find((one) => one === chosen) ?? origins[0] ?? ''
  // What was found holds for what was checked.
  useEffect(() => setResults(null), [application.updated_at, mapping?.id, keyText, origin])
  const check = async () => {
    setResults(null)
    const pings = session.may('webhook_endpoints:write')
    setResults(
      await runChecks({ application, mapping, keyText, origin, pings, readsKeys: session.may(null) }),
    )
  }
  const may = session.may('embed_applications:write')
  const failed = results?.filter(({ status }) => status === 'failed').length ?? 0
  return (
    <section class="card" aria-labelledby="shop-check">
      <h2 id="shop-check">{words.title}</h2>
      <p>{words.text}</p>
      <div class={origins.length < 2 ? 'form-actions' : 'search-bar'}>
        {origins.length < 2 ? null : (
          <Select
            label={words.page}
            value={origin}
            options={origins.map((one) => ({ value: one, label: one }))}
            onChange={setChosen}
          />
        )}
        {may ? (
          <Button kind="main" busy={action.busy} onClick={() => void action.run(check)}>
            {words.run}
          </Button>
        ) : (
          <p class="dim">{all.readOnly}</p>
        )}
      </div>
      <ErrorNotice error={action.error} />
      <div role="status">
        {results === null ? null : (
          <Notice kind={failed === 0 ? 'good' : 'bad'}>
            {failed === 0 ? words.works : phrase(words.failed, { count: failed })}
          </Notice>
        )}
      </div>
      {results === null ? null : (
        <ul class="check-results">
          {results.map((result) => (
            <Row key={result.id} result={result} origin={origin} knowsKey={keyText !== ''} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row(props: {
  readonly result: CheckResult
  readonly origin: string
  /** The key itself was checked, and not only that there is one. */
  readonly knowsKey: boolean
}) {
  const { result, origin, knowsKey } = props
  const words = useWords('storefronts').check
  const { name, status, code, of } = result
  const fault = code === null ? undefined : messageOf(words.faults, code)
  const passed =
    status === 'skipped'
      ? words.skipped[name]
      : name === 'key' && !knowsKey
        ? words.keyExists
        : words.passed[name]
  const repair = status === 'passed' ? null : repairOf(result)
  return (
    <li>
      <span class="check-name">
        <State kind={TONES[status]} label={words.names[name]} />
        <span class="spoken">{words.statuses[status]}</span>
      </span>
      <span class="check-said">
        {of === undefined ? null : <bdi class="loose">{of}</bdi>}
        {fault === undefined ? <span class="dim">{passed}</span> : <span>{phrase(fault, { origin })}</span>}
        {repair === null ? null : <Link href={repair.href}>{words.repairs[repair.label]}</Link>}
      </span>
    </li>
  )
}

type Repairs = 'product' | 'template' | 'webhook' | 'webhooks' | 'key'

/** The page on which it is corrected; null for what is corrected on this one or elsewhere. */
function repairOf({ name, code, record }: CheckResult): {
  readonly href: string
  readonly label: Repairs
} | null {
  if (code === 'mapping_not_found' || (name === 'product' && record === undefined))
    return { href: '/console/storefronts/products/new', label: 'product' }
  if (code === 'template_not_live' && record !== undefined)
    return { href: `/console/templates/${record}`, label: 'template' }
  if (name === 'webhook')
    return record === undefined
      ? { href: '/console/developers/webhooks', label: 'webhooks' }
      : { href: `/console/developers/webhooks/${record}`, label: 'webhook' }
  if (name === 'server_key' && record !== undefined)
    return { href: `/console/developers/keys/${record}`, label: 'key' }
  return null
}
