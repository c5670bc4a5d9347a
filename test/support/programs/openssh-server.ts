/** OpenSSH's own server with SFTP, on loopback and for a key made for it alone; tests are pending where it is not installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../run/eventually.ts'
import { leavePending } from '../run/leave-pending.ts'
import { childrenOf } from './children-of.ts'

const SSHD = '/usr/sbin/sshd'
const SFTP_SERVER = ['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server'].find((path) =>
  existsSync(path),
)

export interface OpenSshServer {
  readonly port: number
  readonly user: string
  readonly fingerprint: string
  readonly privateKey: string
  close(): Promise<void>
}

/** In a `before` hook. */
export function needsOpenSsh(context: Mocha.Context): void {
  if (!existsSync(SSHD) || SFTP_SERVER === undefined) leavePending(context, 'OpenSSH (sshd)')
  if (userInfo().uid !== 0) leavePending(context, 'root, whom alone OpenSSH gives sessions here')
}

/** `folder` is for its keys and settings. */
export async function openOpenSsh(folder: string): Promise<OpenSshServer> {
  const file = (name: string) => join(folder, name)
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', file(name)])
  const print = execFileSync('ssh-keygen', ['-lf', file('host.pub')], { encoding: 'utf8' })
  const fingerprint = /SHA256:\S+/.exec(print)?.[0] ?? ''
  const port = await freePort()
  // Where its unprivileged half is kept.
  await mkdir('/run/sshd', { recursive: true })
  await chmod('/run/sshd', 0o755)
  const settings = [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${file('host')}`, 'PidFile none'],
    ...[`AuthorizedKeysFile ${file('user.pub')}`, 'StrictModes no', 'PermitRootLogin yes', 'UsePAM no'],
    ...['PasswordAuthentication no', `Subsystem sftp ${SFTP_SERVER}`, 'MaxStartups 100'],
  ]
  await writeFile(file('sshd_config'), `${settings.join('\n')}\n`)
  const child = spawn(SSHD, ['-D', '-e', '-f', file('sshd_config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`sshd does not start: ${said}`)
    return answers(port)
  })
  return {
    ...{ port, fingerprint, user: userInfo().username },
    privateKey: await readFile(file('user'), 'utf8'),
    close: () => end(child),
  }
}

/** With its sessions, which outlive it. */
async function end(child: ChildProcess): Promise<void> {
  const sessions = childrenOf(child.pid ?? -1)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  for (const pid of sessions) {
    try {
      process.kill(pid, 'SIGTERM')
    } catch {
      // It has ended.
    }
  }
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
