/** Hot folders on SFTP servers: the confirmed host key, and the encrypted password or private key. */
import type { Schema } from '../server/store/engine/schema.ts'

export async function up(schema: Schema): Promise<void> {
  await schema.alterTable('hot_folders', (table) => {
    table.text('host_key')
    table.text('login')
    table.text('login_ciphertext')
    table.text('public_key')
  })
}
