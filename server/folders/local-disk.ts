/** Tells a disk of this machine from a share of another one. */
import { statfs } from 'node:fs/promises'

/** Of `linux/magic.h`: NFS, SMB, CIFS, SMB2, NCP, AFS, Coda, 9P, FUSE (sshfs and others), Ceph, Lustre, GFS2. */
const SHARES: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x564c, 0x5346414f, 0x73757245, 0x01021997, 0x65735546, 0x00c36400,
  0x0bd00bd0, 0x01161970,
])

export async function isLocal(path: string): Promise<boolean> {
  const { type } = await statfs(path)
  return !SHARES.has(type >>> 0)
}
