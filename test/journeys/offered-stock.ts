/** Inks and papers that the sample template offers to customers. */
import type { TestServer } from '../support/service/open-test-server.ts'
import { BLUSH, INDIGO, WHITE } from '../support/service/printing-shop.ts'
import { type LiveTemplate, liveTemplate } from '../support/service/sample-fill.ts'

/** Publishes a template with green and gold, indigo in place of the green, a free choice for Name, and two papers. */
export async function offeringTemplate(test: TestServer): Promise<LiveTemplate> {
  const template = await liveTemplate(test)
  const { body } = await test.json(`/v1/templates/${template.id}/scene`)
  const { scene } = body
  const draft = {
    ...scene,
    inks: [
      {
        ...{ index: 1, key: 'green', name: 'Letterpress Green', hex: '#2e5b4f' },
        technical: false,
        offers: [INDIGO],
      },
      { index: 2, key: 'gold', name: 'Gold Foil', hex: '#b08d57', technical: false },
    ],
    papers: [WHITE, BLUSH],
    fields: scene.fields.map((field: { label: string }) =>
      field.label === 'Name' ? { ...field, ink_choice: true } : { ...field, ink: 'Gold Foil' },
    ),
  }
  const saved = await test.json(`/v1/templates/${template.id}/scene`, { method: 'PUT', body: draft })
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
  await test.json(`/v1/templates/${template.id}/publish`, { method: 'POST' })
  return template
}
