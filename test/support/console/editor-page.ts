/** The template editor within the process: fields are chosen in its list, as its page has no size here. */
import type { TemplateCard } from '../service/template-card.ts'
import { drawing } from './answers.ts'
import type { ConsolePage, ConsolePages, PageOptions } from './console-pages.ts'

export interface EditorPage extends ConsolePage {
  /** Chooses a field by its label, or one more. */
  pick(label: string, add?: boolean): Promise<void>
  tab(name: string): Promise<void>
  /** Opens a folded section of the properties. */
  unfold(title: string): Promise<void>
  /** Until the editor says that all is saved. */
  saved(): Promise<void>
  save(): Promise<void>
}

const SAVED = /^(Revision \d+, saved|Stand \d+, gespeichert)$/

/** The service draws its pages if `draws` says so. */
export async function openEditor(
  pages: ConsolePages,
  { id }: Pick<TemplateCard, 'id'>,
  { draws = false, answers = {}, ...options }: PageOptions & { readonly draws?: boolean } = {},
): Promise<EditorPage> {
  const page = await pages.open(`/console/templates/${id}/edit`, {
    ...options,
    answers: { ...(draws ? {} : { 'POST /v1/previews': drawing }), ...answers },
  })
  await page.until(() => page.document.querySelector('.sheet'))
  const saved = async () => {
    await page.see(SAVED)
  }
  const editor: Omit<EditorPage, keyof ConsolePage> = {
    async pick(label, add = false) {
      const field = await page.findByRole('option', { name: (name) => name.startsWith(label) })
      if (add) await page.keyboard('{Control>}')
      await page.click(field)
      if (add) await page.keyboard('{/Control}')
    },
    tab: async (name) => page.click(await page.findByRole('tab', { name })),
    async unfold(title) {
      const fold = (await page.findByRole('heading', { name: title })).closest('details')
      if (fold?.open === false) await page.click(fold.querySelector('summary') as Element)
      await page.until(() => fold?.querySelector('.fold-body'))
    },
    saved,
    async save() {
      await page.press(/^(Save|Speichern)$/)
      await saved()
    },
  }
  // Its `path` is read anew each time, and so must not be copied.
  return Object.defineProperties(page, Object.getOwnPropertyDescriptors(editor)) as EditorPage
}
