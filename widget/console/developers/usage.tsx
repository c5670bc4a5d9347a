/** How much of the monthly allowance is used. */
import { useFormat } from '../format.ts'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Progress } from '../parts/progress.tsx'
import { useResource } from '../resources.ts'
import { phrase, useWords } from '../words.ts'
import type { UsageWire } from './wire.ts'

export function Usage() {
  const words = useWords('developers').use
  const format = useFormat()
  const found = useResource<UsageWire>('/v1/usage')
  const usage = found.value
  return (
    <>
      <ErrorNotice error={found.error} onRetry={found.reload} />
      {usage === null ? (
        found.error === null && <Loading />
      ) : (
        <section class="card usage" aria-labelledby="usage-month">
          <h2 id="usage-month">
            {words.month} <time dateTime={usage.month}>{usage.month}</time>
          </h2>
          {usage.limit === null ? (
            <>
              <p class="figure">{phrase(words.used, { used: usage.used })}</p>
              <p>{words.noLimit}</p>
            </>
          ) : (
            <>
              <Progress
                label={words.meter}
                value={usage.limit === 0 ? 1 : Math.min(1, usage.used / usage.limit)}
                detail={phrase(words.of, {
                  used: usage.used,
                  limit: usage.limit,
                })}
              />
              <p>
                {usage.used < usage.limit
                  ? phrase(words.left, { left: usage.limit - usage.used })
                  : words.none}
              </p>
            </>
          )}
          <p class="dim">{phrase(words.resets, { when: format.day(usage.resets_at) })}</p>
        </section>
      )}
    </>
  )
}
