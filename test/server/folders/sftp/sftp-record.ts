/** A hot folder's record as the store gives it, with a login, for tests of SFTP without a service. */

import { sealSecret } from '../../../../core/service/access/seal.ts'
import type { HotFolderRecord } from '../../../../core/service/folder/hot-folder.ts'
import { type Login, NO_LOGIN } from '../../../../core/service/folder/login.ts'
import { createEntropy } from '../../../../server/entropy.ts'

export const SECRETS_KEY = new Uint8Array(32).fill(7)

export function sftpRecord(
  folder: string,
  hostKey: string | null,
  login: Login | null,
  id = 'hf_01kq3f8w2bx6mt4v9y0hzd5s7e',
): HotFolderRecord {
  const loginCiphertext =
    login === null ? null : sealSecret(SECRETS_KEY, createEntropy(), id, JSON.stringify(login))
  return {
    ...{ id, teamId: 'team_x', name: 'Press', templateId: null, folder, folderKey: folder },
    ...{
      namePattern: '{order}.pdf',
      holdOnFail: true,
      output: null,
      convert: null,
      status: 'enabled',
      metadata: {},
    },
    ...{ ...NO_LOGIN, hostKey, login: login === null ? null : 'password', loginCiphertext },
    ...{ createdAt: 0, updatedAt: 0 },
  }
}
