/**
 * Asks for previews that nobody has seen yet, as many at once as it is told, in a process of its own:
 * `flood-client.ts '{"url":…,"key":…,"templateId":…,"connections":16}'`, forked. It hears `on`, `off` and `end`, and
 * answers the last with what came of it.
 */

export interface FloodRequest {
  readonly url: string
  readonly key: string
  readonly templateId: string
  readonly connections: number
}

export interface FloodResult {
  readonly drawn: number
  readonly refused: number
}

if (import.meta.main) flood(JSON.parse(process.argv[2] ?? ''))

function flood({ url, key, templateId, connections }: FloodRequest): void {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  let isOn = false
  let [asked, drawn, refused] = [0, 0, 0]
  const goOn = async (): Promise<void> => {
    while (isOn) {
      asked += 1
      const body = JSON.stringify({
        template_id: templateId,
        values: { 'First name': `Flood ${asked}` },
        dpi: 168,
      })
      const reply = await fetch(`${url}/v1/previews`, { method: 'POST', headers, body })
      await reply.arrayBuffer()
      if (reply.status === 200) drawn += 1
      else refused += 1
    }
  }
  process.on('disconnect', () => process.exit(0))
  process.on('message', (word) => {
    isOn = word === 'on'
    if (word === 'on') for (let one = 0; one < connections; one += 1) void goOn()
    if (word === 'end') process.send?.({ drawn, refused } satisfies FloodResult, () => process.exit(0))
  })
}
