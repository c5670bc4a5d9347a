/** The first-run tour: look at, fill in and print a template in three real steps. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FieldWire } from '../orders/wire.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorNotice } from '../parts/error-notice.tsx'
import { Loading } from '../parts/loading.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { savePreference } from '../preferences.ts'
import { useResource } from '../resources.ts'
import { navigate, ROOT } from '../router.ts'
import { useSession } from '../session.ts'
import type { TemplateWire } from '../templates/wire.ts'
import { phrase, useWords } from '../words.ts'
import { FillStep, LookStep, type Printed, PrintStep } from './tour-steps.tsx'
import type { InkWire, Page as PageWire } from './wire.ts'
import './home.css'

const STEPS = ['look', 'fill', 'print'] as const
type Step = (typeof STEPS)[number]

export function Section(_props: { readonly path: string }) {
  const words = useWords('home')
  const { may } = useSession()
  const templates = useResource<PageWire<TemplateWire>>('/v1/templates', { limit: 100 })
  // The sample was here first; where it is gone, any template that is live does.
  const template = templates.value?.data.findLast(({ status }) => status === 'live')
  const back = { href: ROOT, label: words.tour.back }
  return (
    <Page title={words.tour.title} back={back}>
      <ErrorNotice error={templates.error} onRetry={templates.reload} />
      {templates.value === null && templates.error === null ? <Loading /> : null}
      {may('fills:write') ? null : (
        <Notice>
          <p>{words.tour.readers}</p>
        </Notice>
      )}
      {templates.value !== null && template === undefined ? (
        <EmptyState
          title={words.tour.none.title}
          text={words.tour.none.text}
          action={
            <Button kind="main" onClick={() => navigate('/console/templates')}>
              {words.tour.none.go}
            </Button>
          }
        />
      ) : null}
      {template !== undefined && may('fills:write') ? <Tour template={template} /> : null}
    </Page>
  )
}

function Tour({ template }: { readonly template: TemplateWire }) {
  const words = useWords('home')
  const [step, setStep] = useState<Step>('look')
  const [printed, setPrinted] = useState<Printed | null>(null)
  const fields = useResource<PageWire<FieldWire>>(`/v1/templates/${template.id}/fields`)
  const scene = useResource<{ scene: { inks: readonly InkWire[] } }>(`/v1/templates/${template.id}/scene`)
  const heading = useRef<HTMLHeadingElement>(null)
  const [moved, setMoved] = useState(false)
  // A step is announced by its heading, once one was left.
  useEffect(() => {
    if (moved && step !== 'look') heading.current?.focus()
  }, [moved, step])
  const go = (next: Step) => {
    setMoved(true)
    setStep(next)
  }
  if (fields.value === null || scene.value === null) {
    const error = fields.error ?? scene.error
    return error === null ? <Loading /> : <ErrorNotice error={error} onRetry={fields.reload} />
  }
  const context = { template, fields: fields.value.data, inks: scene.value.scene.inks, heading }
  return (
    <>
      <ol
        class="tour-steps"
        aria-label={phrase(words.tour.step, { now: STEPS.indexOf(step) + 1, all: STEPS.length })}
      >
        {STEPS.map((one) => (
          <li key={one} aria-current={one === step ? 'step' : undefined}>
            {words.tour.steps[one]}
          </li>
        ))}
      </ol>
      {step === 'look' ? <LookStep {...context} onNext={() => go('fill')} /> : null}
      {step === 'fill' ? (
        <FillStep
          {...context}
          onPrinted={(result) => {
            setPrinted(result)
            savePreference('tour', 'done')
            go('print')
          }}
        />
      ) : null}
      {step === 'print' && printed !== null ? <PrintStep {...context} printed={printed} /> : null}
    </>
  )
}
