/** An SFTP server in this process, on loopback, with a real folder: version 3 of the protocol without any extension. */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import ssh2, { type Connection, type FileEntry, type SFTPWrapper } from 'ssh2'
import { fingerprintOf } from '../../../server/folders/sftp/connection.ts'

export interface SftpTestServer {
  readonly port: number
  readonly fingerprint: string
  /** Passwords and keys that were tried. */
  readonly tries: readonly string[]
  /** Connections that signed in. */
  readonly sessions: number
  /** Says before each request what becomes of it; nothing unless it is set. */
  meddle(how: ((request: string, path: string) => 'fail' | 'cut' | 'silent' | undefined) | null): void
  /** As after a new installation: another host key, and all connections are closed. */
  changeHostKey(): Promise<void>
  close(): Promise<void>
}

export const ACCOUNT = { user: 'press room', password: 'correct horse battery staple' }

export function makeHostKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
}

/** Paths of clients lie below `root`. `publicKey` signs in beside the password. */
export async function openSftpServer(root: string, publicKey: string | null = null): Promise<SftpTestServer> {
  const tries: string[] = []
  const open = new Set<Connection>()
  let sessions = 0
  let meddling: Parameters<SftpTestServer['meddle']>[0] = null
  let hostKey = makeHostKey()
  let server = await listen(0)

  async function listen(port: number) {
    const made = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
      open.add(client)
      // Its types lack it.
      ;(client as unknown as { setNoDelay(on: boolean): void }).setNoDelay(true)
      client.on('close', () => open.delete(client))
      client.on('error', () => {})
      client.on('authentication', (context) => {
        if (context.method === 'password') tries.push(context.password)
        else if (context.method === 'publickey') tries.push(context.key.data.toString('base64'))
        const fits =
          context.username === ACCOUNT.user &&
          ((context.method === 'password' && context.password === ACCOUNT.password) ||
            (context.method === 'publickey' && publicKey?.includes(context.key.data.toString('base64'))))
        if (fits) context.accept()
        else context.reject(['password', 'publickey'])
      })
      client.on('ready', () => {
        sessions += 1
        client.on('session', (accept) => {
          accept().on('sftp', (acceptSftp) => serve(acceptSftp(), client))
        })
      })
    })
    made.listen(port, '127.0.0.1')
    await once(made, 'listening')
    return made
  }

  function serve(sftp: SFTPWrapper, client: Connection): void {
    const { STATUS_CODE } = ssh2.utils.sftp
    const handles: { fd: number | null; path: string; names: readonly string[] | null }[] = []
    const at = (path: string) => join(root, path)
    const of = (handle: Buffer) => handles[handle.readUInt32BE()] as (typeof handles)[number]
    const keep = (id: number, one: (typeof handles)[number]) => {
      const handle = Buffer.alloc(4)
      handle.writeUInt32BE(handles.push(one) - 1)
      sftp.handle(id, handle)
    }
    /** Does the request, unless somebody meddles with it, and answers what the disk says of it. */
    const on = (name: string, work: (id: number, ...rest: never[]) => void) => {
      sftp.on(
        name as 'OPEN',
        ((id: number, first: string | Buffer, ...rest: never[]) => {
          const path = typeof first === 'string' ? first : of(first).path
          const how = meddling?.(name, path)
          if (how === 'cut') return void (client as unknown as { _sock: { destroy(): void } })._sock.destroy()
          if (how === 'silent') return
          if (how === 'fail') return sftp.status(id, STATUS_CODE.FAILURE)
          try {
            work(id, first as never, ...rest)
          } catch (error) {
            const { code } = error as NodeJS.ErrnoException
            const denied = code === 'EACCES' || code === 'EPERM'
            const missing = code === 'ENOENT' || code === 'ENOTDIR'
            sftp.status(
              id,
              missing
                ? STATUS_CODE.NO_SUCH_FILE
                : denied
                  ? STATUS_CODE.PERMISSION_DENIED
                  : STATUS_CODE.FAILURE,
            )
          }
        }) as never,
      )
    }
    const ok = (id: number) => sftp.status(id, STATUS_CODE.OK)
    const attributes = ({ mode, uid, gid, size, atimeMs, mtimeMs }: fs.Stats) => ({
      ...{ mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) },
    })
    on('OPEN', (id, path: string, flags: number) => {
      keep(id, { fd: fs.openSync(at(path), ssh2.utils.sftp.flagsToString(flags) ?? 'r'), path, names: null })
    })
    on('WRITE', (id, handle: Buffer, offset: number, data: Buffer) => {
      fs.writeSync(of(handle).fd ?? -1, data, 0, data.length, offset)
      ok(id)
    })
    on('READ', (id, handle: Buffer, offset: number, length: number) => {
      const buffer = Buffer.alloc(length)
      const count = fs.readSync(of(handle).fd ?? -1, buffer, 0, length, offset)
      if (count === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.data(id, buffer.subarray(0, count))
    })
    on('FSTAT', (id, handle: Buffer) =>
      sftp.attrs(id, attributes(fs.fstatSync(of(handle).fd ?? -1)) as never),
    )
    on('CLOSE', (id, handle: Buffer) => {
      const one = of(handle)
      if (one.fd !== null) fs.closeSync(one.fd)
      one.fd = null
      ok(id)
    })
    on('STAT', (id, path: string) => sftp.attrs(id, attributes(fs.statSync(at(path))) as never))
    on('LSTAT', (id, path: string) => sftp.attrs(id, attributes(fs.lstatSync(at(path))) as never))
    on('OPENDIR', (id, path: string) => keep(id, { fd: null, path, names: fs.readdirSync(at(path)) }))
    on('READDIR', (id, handle: Buffer) => {
      const one = of(handle)
      const names = one.names ?? []
      one.names = null
      const entry = (filename: string) =>
        ({ filename, longname: filename, attrs: {} }) as unknown as FileEntry
      if (names.length === 0) sftp.status(id, STATUS_CODE.EOF)
      else sftp.name(id, names.map(entry))
    })
    on('MKDIR', (id, path: string) => {
      fs.mkdirSync(at(path))
      ok(id)
    })
    on('REMOVE', (id, path: string) => {
      fs.unlinkSync(at(path))
      ok(id)
    })
    // Version 3 refuses to replace a file.
    on('RENAME', (id, from: string, to: string) => {
      fs.linkSync(at(from), at(to))
      fs.unlinkSync(at(from))
      ok(id)
    })
    client.on('close', () => {
      for (const { fd } of handles) if (fd !== null) fs.closeSync(fd)
      handles.length = 0
    })
  }

  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const client of open) client.end()
    await closed
  }
  const { port } = server.address() as AddressInfo
  return {
    port,
    get fingerprint() {
      const key = ssh2.utils.parseKey(hostKey)
      if (key instanceof Error) throw key
      return fingerprintOf(key.getPublicSSH())
    },
    tries,
    get sessions() {
      return sessions
    },
    meddle(how) {
      meddling = how
    },
    async changeHostKey() {
      await stop()
      hostKey = makeHostKey()
      server = await listen(port)
    },
    close: stop,
  }
}
