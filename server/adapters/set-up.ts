/** Products and embed applications for the admin page of an adapter and for connecting its shop. */
import { eachItem, ownId } from '../../core/page.ts'
import { LONGEST_SESSION_SECONDS } from '../../core/service/embed/session.ts'
import type { FoundTemplate, SetUp } from '../../core/service/storefront/adapter-context.ts'
import { mappedProducts } from '../../core/service/storefront/listings.ts'
import { isRefusedAs } from '../../core/service/storefront/refusal.ts'
import type { AdapterHost } from './open.ts'

export function createSetUp(
  { ports: { store }, service, teamId: teamOf }: Pick<AdapterHost, 'ports' | 'service' | 'teamId'>,
  adapter: string,
): SetUp {
  const { mappings, applications } = service
  const actor = { id: `adapter:${adapter}`, requestId: null }
  return {
    async findTemplates(texts, limit) {
      const teamId = await teamOf()
      const wanted = texts.map((text) => text.toLowerCase())
      const live = eachItem((page) => store.templates.list(teamId, page, { status: 'live' }), ownId)
      const found: FoundTemplate[] = []
      for await (const { id, title } of live) {
        if (wanted.every((text) => title.toLowerCase().includes(text))) found.push({ id, title })
        if (found.length === limit) break
      }
      return found
    },
    mappings: async () => mappedProducts(store, await teamOf()),
    async map(externalProductId, externalVariantId, templateId) {
      const product = { externalProductId, externalVariantId, templateId }
      const request = { ...product, embedApplicationId: null, options: {}, metadata: {} }
      await mappings.create({ teamId: await teamOf(), request })
    },
    unmap: async (id) => mappings.archive({ teamId: await teamOf(), id }),
    async createApplication(name, allowedOrigins) {
      const request = {
        ...{ name, allowedOrigins, allowNoOrigin: false, createKey: true, accentColor: null },
        sessionTtlSeconds: LONGEST_SESSION_SECONDS,
        metadata: { connected_as: adapter },
      }
      const made = await applications.create({ teamId: await teamOf(), request, actor })
      if (made.publishableKey === null) throw new Error('The application has no publishable key.')
      return { id: made.application.id, publishableKey: made.publishableKey }
    },
    async allowOrigins(id, allowedOrigins) {
      try {
        await applications.change({ teamId: await teamOf(), id, changes: { allowedOrigins }, actor })
        return true
      } catch (error) {
        if (isRefusedAs(error, 'not_found')) return false
        throw error
      }
    },
  }
}
