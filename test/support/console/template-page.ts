/** The page of a template within the process: templates with one artwork, copied for each test. */
import { expect } from 'chai'
import type { Context } from 'mocha'
import { GOLD_CARD, NEXT_GOLD_CARD } from '../pdf/gold-card.ts'
import type { TestServer } from '../service/open-test-server.ts'
import { uploadForm } from '../service/sample-press.ts'
import { drawing } from './answers.ts'
import { type ConsolePage, type ConsolePages, openConsolePages, type PageOptions } from './console-pages.ts'

export interface TemplatePages extends ConsolePages {
  /** The id of a draft. */
  makeTemplate(title: string): Promise<string>
  /** Publishes, pauses, archives or restores it. */
  move(id: string, to: string): Promise<void>
  replaceArtwork(id: string): Promise<void>
  /** As its newest revision is. */
  templateOf(id: string): Promise<Awaited<ReturnType<TestServer['json']>>['body']>
  /** Who did this last to a template, such as `published`, as the audit log has it. */
  actorOf(action: string): Promise<string | undefined>
  /** A path beneath `/console/templates/`. Its pictures, which take the longest, are `drawing` unless they are answered. */
  openTemplate(path: string, options?: PageOptions): Promise<ConsolePage>
}

/** In a `before` hook. */
export async function openTemplatePages(context: Context): Promise<TemplatePages> {
  const pages = await openConsolePages(context, { server: { press: 'workers' } })
  const { test } = pages
  const send = async (path: string, options: Parameters<typeof test.json>[1]) => {
    const { status, body } = await test.json(`/v1/templates${path}`, options)
    expect(status, JSON.stringify(body)).to.be.within(200, 299)
    return body
  }
  const { template } = await send('', { body: uploadForm(GOLD_CARD, 'Original') })
  return {
    ...pages,
    makeTemplate: async (title) => (await send(`/${template.id}/copy`, { body: { title } })).template.id,
    async move(id, to) {
      await send(`/${id}/${to}`, { method: 'POST' })
    },
    async replaceArtwork(id) {
      await send(`/${id}/artwork`, { body: uploadForm(NEXT_GOLD_CARD) })
    },
    templateOf: async (id) => (await send(`/${id}?revision=latest`, {})).template,
    async actorOf(action) {
      const { body } = await test.json('/v1/audit_events?limit=100')
      const log: readonly { action: string; actor: string }[] = body.data
      return log.find((one) => one.action === `template.${action}`)?.actor
    },
    openTemplate: (path, { answers = {}, ...options } = {}) =>
      pages.open(`/console/templates/${path}`, {
        ...options,
        answers: {
          'GET /v1/templates/{id}/page.png': drawing,
          'GET /v1/templates/{id}/difference.png': drawing,
          ...answers,
        },
      }),
  }
}
