/** The styles page: every part of the console in every state, light and dark. */
import type { ComponentChildren } from 'preact'
import { Drawing } from '../parts/drawing.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Page } from '../parts/page.tsx'
import { useWords } from '../words.ts'
import { Buttons, Forms } from './controls.tsx'
import { Empty, Messages, Notices, States, Tables, Waiting } from './said.tsx'
import './styles.css'

const SIZES = ['small', 'body', 'large', 'title', 'display'] as const
const COLORS = [
  ...['paper', 'rail', 'sheet', 'wash', 'line', 'edge', 'soft', 'ink', 'brand'],
  ...['accent', 'accent-strong', 'accent-wash', 'good', 'good-wash', 'warn', 'warn-wash'],
  ...['bad', 'bad-wash', 'busy', 'busy-wash'],
]
const ICONS: readonly IconName[] = [
  ...(['home', 'orders', 'batches', 'templates', 'library', 'storefronts', 'shop', 'developers'] as const),
  ...(['team', 'more', 'search', 'plus', 'grid', 'list', 'up', 'down', 'back', 'close'] as const),
  ...(['check', 'alert'] as const),
]
const DRAWINGS = ['press', 'sheet', 'folder', 'search', 'plug', 'done'] as const

export function Section() {
  const words = useWords('styles')
  return (
    <Page title={words.title} lead={words.lead} wide>
      <Both title={words.type.title}>
        {() =>
          SIZES.map((size) => (
            <p key={size} class="styles-type" data-size={size}>
              {words.type.sample} <span class="dim">{size}</span>
            </p>
          ))
        }
      </Both>
      <Both title={words.colors.title}>
        {() => (
          <ul class="styles-colors">
            {COLORS.map((name) => (
              <li key={name}>
                <span data-color={name} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </Both>
      <Both title={words.buttons.title}>{() => <Buttons />}</Both>
      <Both title={words.forms.title}>{(scheme) => <Forms scheme={scheme} />}</Both>
      <Both title={words.states.title}>{() => <States />}</Both>
      <Both title={words.notices.title}>{() => <Notices />}</Both>
      <Both title={words.table.title}>{(scheme) => <Tables scheme={scheme} />}</Both>
      <Both title={words.waiting.title}>{() => <Waiting />}</Both>
      <Both title={words.messages.title}>{() => <Messages />}</Both>
      <Both title={words.empty.title}>
        {() => (
          <>
            <Empty />
            <div class="row">
              {DRAWINGS.map((name) => (
                <Drawing key={name} name={name} />
              ))}
            </div>
          </>
        )}
      </Both>
      <Both title={words.icons.title}>
        {() => (
          <ul class="styles-icons">
            {ICONS.map((name) => (
              <li key={name}>
                <Icon name={name} />
                <span class="hint">{name}</span>
              </li>
            ))}
          </ul>
        )}
      </Both>
    </Page>
  )
}

/** A part twice: as it is by day and by night. */
function Both({
  title,
  children,
}: {
  readonly title: string
  readonly children: (scheme: string) => ComponentChildren
}) {
  const words = useWords('styles')
  return (
    <section class="section">
      <h2>{title}</h2>
      <div class="styles-both">
        {(['light', 'dark'] as const).map((scheme) => (
          <section
            key={scheme}
            class="styles-side"
            data-scheme={scheme}
            aria-label={`${title}: ${words[scheme]}`}
          >
            {children(scheme)}
          </section>
        ))}
      </div>
    </section>
  )
}
