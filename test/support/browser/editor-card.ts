/** A card with fields in the template editor, in a browser. */
import type { Locator, Page } from 'playwright-core'
import { type CardBox, makeCard, type TemplateCard } from '../service/template-card.ts'
import { type ConsoleSite, drawn } from './console-site.ts'

/** A placement as the interface gives it. */
export interface KeptPlace {
  readonly box: CardBox
  readonly turn: number
  readonly frame: { readonly matrix: readonly number[] } | null
}

export interface EditorCard extends TemplateCard {
  open(page: Page): Promise<void>
  /** The box of a field on the page; its label is `Field 1`, `Field 2` and so on. */
  spot(page: Page, number: number): Locator
  /** Px for each point. */
  scale(page: Page): Promise<number>
  /** Saves by the button, and gives the places that the service then holds. */
  save(page: Page): Promise<readonly KeptPlace[]>
}

export async function editorCard(
  site: ConsoleSite,
  title: string,
  boxes: readonly CardBox[],
): Promise<EditorCard> {
  const { id, fields, scene } = await makeCard(site.test, title, boxes)
  return {
    id,
    fields,
    async open(page) {
      await page.goto(`${site.service}/console/templates/${id}/edit`)
      await page.locator('.sheet').waitFor()
      // The sheet hears the pointer only then.
      await drawn(page)
    },
    spot: (page, number) => page.locator('.spot').nth(number - 1),
    async scale(page) {
      const [{ width_pt: points }] = (await scene()).pages
      return ((await page.locator('.sheet').boundingBox())?.width ?? 0) / points
    },
    async save(page) {
      await page.getByRole('button', { name: /^(Save|Speichern)$/ }).click()
      await page.getByText(/^(Revision \d+, saved|Stand \d+, gespeichert)$/).waitFor()
      return (await scene()).fields.map((field: { placements: readonly KeptPlace[] }) => field.placements[0])
    },
    scene,
  }
}

/** Presses in the middle of an element and lets go so many px beside it, with keys held down all the while. */
export async function pull(
  page: Page,
  from: Locator,
  by: readonly [x: number, y: number],
  keys: readonly string[] = [],
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  const box = await from.boundingBox()
  if (box === null) throw new Error('What is to be pulled is not seen.')
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const key of keys) await page.keyboard.down(key)
  await page.mouse.move(x + by[0] / 2, y + by[1] / 2, { steps: 3 })
  await page.mouse.move(x + by[0], y + by[1], { steps: 3 })
  await meanwhile()
  await page.mouse.up()
  for (const key of keys) await page.keyboard.up(key)
}
