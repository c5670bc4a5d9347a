/** The OpenAPI document: clean under an independent linter, with examples that its own schemas accept. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect } from 'chai'
import { EVENT_TYPES } from '../../../core/service/webhook/event.ts'
import { describeOperations } from '../../../server/http/openapi.ts'
import { exampleOf } from '../../../server/http/openapi-example.ts'
import { MEMBERS } from '../../../server/http/openapi-members.ts'
import { isFileReply, isIdempotent } from '../../../server/http/operation.ts'
import { createValidator } from '../../../server/http/validate.ts'
import { writeYaml } from '../../../server/http/yaml.ts'
import { OPERATIONS } from '../../../server/operations/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as the JSON it is.
const describeAll = (): any => describeOperations(OPERATIONS, 'https://print.platen.test')

async function complaints(source: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, config })
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  )
}

interface Members {
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly $ref?: string }>>
}

describe('The OpenAPI document', () => {
  it('has no fault under the recommended rules of Redocly, as JSON and as YAML @long', async () => {
    expect(await complaints(JSON.stringify(describeAll()))).to.deep.equal([])
    expect(await complaints(writeYaml(describeAll()))).to.deep.equal([])
  })

  it('is looked at by a linter that finds faults @long', async () => {
    const document = describeAll()
    document.paths['/usage'].get.operationId = document.paths['/audit_events'].get.operationId
    expect((await complaints(JSON.stringify(document))).join()).to.include('operation-operationId-unique')
  })

  const validator = createValidator()
  for (const { id, body, replies } of OPERATIONS) {
    if (body !== undefined)
      it(`has an example of the body of ${id} that its schema accepts`, () => {
        expect(validator.faults(body, exampleOf(body))).to.equal(null)
      })
    for (const [status, reply] of Object.entries(replies))
      if (!isFileReply(reply))
        it(`has an example of the reply ${status} of ${id} that its schema accepts`, () => {
          expect(validator.faults(reply, exampleOf(reply))).to.equal(null)
        })
  }

  it('says what common parameters and members mean, unless the operation says more', () => {
    const { paths } = describeAll()
    const said = (wanted: string) =>
      paths['/fills'].get.parameters.find(({ name }: { readonly name: string }) => name === wanted)
        .description
    expect(said('starting_after')).to.equal(MEMBERS.starting_after)
    expect(said('limit')).to.match(/^Default \d+\.$/)
    const asked = OPERATIONS.flatMap(({ params, query, body }) =>
      [params, query, body].map((one) => one?.properties ?? {}),
    )
    const names = new Set(asked.flatMap((one) => Object.keys(one)))
    expect(Object.keys(MEMBERS).filter((name) => !names.has(name))).to.deep.equal([])
  })

  it('tells of every type of event', () => {
    const { webhooks } = describeAll()
    expect(Object.keys(webhooks)).to.have.members([...EVENT_TYPES])
    expect(
      webhooks['render.succeeded'].post.requestBody.content['application/json'].schema.required,
    ).to.include('data')
  })

  it('knows all credentials, and a restricted key only where there is a scope', () => {
    const { components, paths } = describeAll()
    expect(Object.keys(components.securitySchemes)).to.include.members([
      'secretKey',
      'restrictedKey',
      'publishableKey',
      'clientSecret',
    ])
    const named = (path: string, method: string) => paths[path][method].security.flatMap(Object.keys)
    expect(named('/templates', 'get')).to.deep.equal(['secretKey', 'restrictedKey'])
    expect(named('/api_keys', 'post')).to.deep.equal(['secretKey'])
    expect(named('/openapi.json', 'get')).to.deep.equal([])
  })

  it('offers Idempotency-Key on every write, and on no read', () => {
    const { paths } = describeAll()
    for (const operation of OPERATIONS) {
      const { parameters } = paths[operation.path][operation.method]
      const names = parameters.map((one: { name: string }) => one.name)
      expect(names.includes('Idempotency-Key'), operation.id).to.equal(isIdempotent(operation))
    }
  })

  it('describes each parameter and each member of a body', () => {
    const { paths } = describeAll()
    const bare: string[] = []
    for (const operation of OPERATIONS) {
      const { parameters, requestBody } = paths[operation.path][operation.method]
      for (const { name, description } of parameters)
        if (description === undefined) bare.push(`${operation.id} ${name}`)
      for (const { schema } of Object.values(requestBody?.content ?? {}) as { schema: Members }[])
        for (const [name, { description, $ref }] of Object.entries(schema.properties ?? {}))
          if (description === undefined && $ref === undefined) bare.push(`${operation.id} ${name}`)
    }
    expect(bare).to.deep.equal([])
  })
})
