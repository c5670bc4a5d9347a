/** Alerts and dashboard name metrics and labels that the service has. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { openTestServer } from '../support/service/open-test-server.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly description: string }
}

describe('monitoring', () => {
  let text: string
  before(async () => {
    const test = await openTestServer({ database: 'sqlite' })
    await test.send('/v1/templates')
    text = await (await test.send('/metrics', { key: null })).text()
    await test.close()
  })

  /** The metrics of an expression without those that Prometheus makes itself. */
  const named = (expr: string): readonly string[] =>
    [...expr.matchAll(/\b([a-z_]{6,})(?=\{)/g)].map(([, name = '']) => name)
  const family = (name: string): string => name.replace(/_(bucket|count|sum)$/, '')
  const exists = (expr: string): void => {
    const names = named(expr)
    for (const name of names) expect(text, name).to.match(new RegExp(`^# TYPE ${family(name)} `, 'm'))
  }

  it('alerts go by metrics that are there, and say what to do', async () => {
    const { groups } = parse(await readFile(join(ROOT, 'deploy/prometheus-rules.yml'), 'utf8'))
    const rules: readonly Rule[] = groups.flatMap((group: { rules: readonly Rule[] }) => group.rules)
    expect(rules.length).to.be.above(5)
    for (const { alert, expr, annotations } of rules) {
      exists(expr)
      if (alert !== 'PlatenDown') expect(named(expr), alert).not.to.deep.equal([])
      expect(annotations.description).to.match(/\.$/)
    }
  })

  it('the dashboard shows metrics that are there', async () => {
    const { panels } = JSON.parse(await readFile(join(ROOT, 'deploy/grafana-dashboard.json'), 'utf8'))
    for (const { targets } of panels as readonly { targets: readonly { expr: string }[] }[])
      for (const { expr } of targets) {
        expect(named(expr), expr).not.to.deep.equal([])
        exists(expr)
      }
  })

  it('the guide names every metric of the service', async () => {
    const guide = await readFile(join(ROOT, 'docs/operate/monitoring.md'), 'utf8')
    const families = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)
    for (const name of families) expect(guide).to.include(`\`${name}\``)
  })
})
