/** Shops with a signing secret of their own; the keys of shops connected to WooCommerce may make one. */
import type { Schema } from '../../server/store/engine/schema.ts'

const SCOPE = 'storefront:write'

export async function up(schema: Schema): Promise<void> {
  await schema.createTable('storefront_shops', (table) => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id')
    table.text('adapter').notNullable()
    table.text('shop').notNullable()
    table.text('secret_ciphertext').notNullable()
    table.text('secret_prefix').notNullable()
    table.bigInteger('secret_rotated_at')
    table.text('previous_secret_ciphertext')
    table.bigInteger('previous_secret_expires_at')
    table.bigInteger('created_at').notNullable()
    table.unique(['team_id', 'id'])
    table.unique(['team_id', 'adapter', 'shop'], { indexName: 'storefront_shops_once' })
  })
  const { tx } = schema
  for (const { team_id, id } of await pluginKeys(schema)) {
    const [key] = await tx.read<{ scopes: string }>(
      tx.sql('api_keys').where({ team_id, id, type: 'restricted' }).select('scopes'),
    )
    const scopes: readonly string[] = key === undefined ? [SCOPE] : JSON.parse(key.scopes)
    if (scopes.includes(SCOPE)) continue
    const added = JSON.stringify([...scopes, SCOPE])
    await tx.change(tx.sql('api_keys').where({ team_id, id }).update({ scopes: added }))
  }
}

/** The keys that the console noted on the applications of WooCommerce shops, and those that replaced them. */
async function pluginKeys({
  tx,
}: Schema): Promise<readonly { readonly team_id: string; readonly id: string }[]> {
  const applications = await tx.read<{ team_id: string; metadata: string }>(
    tx.sql('embed_applications').where('metadata', 'like', '%"connected_as"%').select('team_id', 'metadata'),
  )
  const rotated = await tx.read<{ object_id: string; details: string }>(
    tx.sql('audit_events').where({ action: 'key.rotated' }).select('object_id', 'details'),
  )
  const replacedBy = new Map(
    rotated.map(({ object_id, details }) => [object_id, JSON.parse(details).replaced_by as string]),
  )
  return applications.flatMap(({ team_id, metadata }) => {
    const { connected_as, server_key } = JSON.parse(metadata)
    if (connected_as !== 'woocommerce') return []
    const keys = []
    for (let id: string | undefined = server_key; id !== undefined; id = replacedBy.get(id))
      keys.push({ team_id, id })
    return keys
  })
}
