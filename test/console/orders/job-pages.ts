/** Pages of jobs within the process: a template with a name and a size, jobs of it, and pictures that no press draws. */
import { expect } from 'chai'
import type { Context as MochaContext } from 'mocha'
import { PICTURES } from '../../support/console/answers.ts'
import {
  type ConsolePage,
  type ConsolePages,
  type ConsolePagesOptions,
  openConsolePages,
} from '../../support/console/console-pages.ts'
import { finalize, type LiveTemplate, liveTemplate, makeFill } from '../../support/service/sample-fill.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read replies freely; what they expect is the check.
type Wire = any

export interface JobPages extends ConsolePages {
  readonly template: LiveTemplate
  /** Open: a draft without an order, approved with one. Its name is Ada unless it is said. */
  job(order: string | null, changes?: Readonly<Record<string, unknown>>): Promise<Wire>
  /** To print: with a print file. */
  printed(order: string, changes?: Readonly<Record<string, unknown>>): Promise<Wire>
  /** As the service has it now. */
  read(id: string): Promise<Wire>
}

/** In a `before` hook. */
export async function openJobPages(
  context: MochaContext,
  { answers = {}, ...options }: ConsolePagesOptions = {},
): Promise<JobPages> {
  const pages = await openConsolePages(context, { ...options, answers: { ...PICTURES, ...answers } })
  const { test } = pages
  const template = await liveTemplate(test)
  const job: JobPages['job'] = (order, changes = {}) =>
    makeFill(test, {
      ...{ template_id: template.id, values: { Name: 'Ada' } },
      ...(order === null ? {} : { external_order_id: order }),
      ...changes,
    })
  const read: JobPages['read'] = async (id) => (await test.json(`/v1/fills/${id}`)).body.fill
  return {
    ...{ ...pages, template, job, read },
    async printed(order, changes) {
      const { id } = await job(order, changes)
      const done = await finalize(test, id)
      expect(done.status, JSON.stringify(done.body)).to.equal(200)
      return read(id)
    },
  }
}

/** The names of the jobs in a list, from the top. */
export function jobsIn(page: ConsolePage): readonly string[] {
  return [...page.document.querySelectorAll('tbody tr .row-link')].map(({ textContent }) =>
    textContent.trim(),
  )
}

/** What the page sent to a path, without its prefix; with their query. */
export function sentTo(page: ConsolePage, path: string): readonly string[] {
  return page.requests.map((request) => request.path).filter((one) => one.startsWith(path))
}
