/** An installation with a little of everything in it, made over HTTP without opening a PDF, and then left alone. */
import { openTestServer } from './open-test-server.ts'
import { finalize, liveTemplate, makeFill } from './sample-fill.ts'
import { openSamplePress } from './sample-press.ts'

/** `env` says where it lies. Gives the finalized fills and their renders. */
export async function fillInstallation(
  env: Readonly<Record<string, string>>,
  orders = 2,
): Promise<readonly { readonly fillId: string; readonly renderId: string }[]> {
  const test = await openTestServer({ press: openSamplePress(), env: { ROLES: 'api,press', ...env } })
  try {
    test.clock.set(Date.now())
    const template = await liveTemplate(test)
    await test.json('/v1/webhook_endpoints', { body: { url: 'https://receiver.example/hooks' } })
    const made = []
    for (let count = 0; count < orders; count += 1) {
      const fill = await makeFill(test, { template_id: template.id })
      const { status, body } = await finalize(test, fill.id)
      if (status !== 200) throw new Error(JSON.stringify(body))
      made.push({ fillId: fill.id as string, renderId: body.render.id as string })
    }
    return made
  } finally {
    await test.close()
  }
}
