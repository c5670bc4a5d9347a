/** `platen hook-secret`: makes a signing secret for the order hook of a REST shop. */
import { readHookSecrets, withHookSecret } from '../../adapters/rest/hook-secrets.ts'
import { makeSecret } from '../../core/service/webhook/secret.ts'
import { createEntropy } from '../entropy.ts'
import { CommandFailure, type InstallationCommand, UsageError } from './command.ts'

const SETTING = 'REST_HOOK_SECRETS'
const KEPT =
  'The line keeps the secrets that are already set. Remove an old one when its shop signs with the new one.'
/** Names that need no quotes, in a shell and in a file of settings, and that the setting can hold. */
const SHOP = /^[^\s=,'"\\$`]{1,255}$/

export const hookSecretCommand: InstallationCommand = {
  words: ['hook-secret'],
  says: `Make a secret for the order hook of a REST shop, and print the line with ${SETTING}. The console makes one without a restart.`,
  argument: '[SHOP]',
  options: {},
  async runOn({ config }, { argument: shop = null }) {
    if (shop !== null && !SHOP.test(shop))
      throw new UsageError('SHOP must be 1 to 255 characters, without spaces, quotes, =, comma, \\, $ or `.')
    const before = config.adapterSetting(SETTING)
    const known = secretsOf(before)
    const secret = makeSecret(createEntropy())
    const value = withHookSecret(before, shop, secret)
    return {
      text: [
        `${SETTING}=${value}`,
        '',
        'Put this line into the environment of the service, and restart the service.',
        `The shop signs with: ${secret}`,
        ...(shop === null ? [] : [`Its hooks have "shop": ${JSON.stringify(shop)}.`]),
        ...(known > 0 ? [KEPT] : []),
      ].join('\n'),
      json: { name: SETTING, value, secret, shop },
    }
  },
}

function secretsOf(setting: string): number {
  try {
    return readHookSecrets(setting).size
  } catch (error) {
    throw error instanceof Error ? new CommandFailure(error.message, { cause: error }) : error
  }
}
