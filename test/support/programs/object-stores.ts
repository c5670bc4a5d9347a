/** Two object stores of different make, on loopback, each with an empty bucket. */
import { createRequire } from 'node:module'
import { startFauxqs } from 'fauxqs'
import { type S3Location, s3Location } from '../../../server/files/s3/location.ts'

export interface ObjectStore {
  /** FILES_URL of the bucket. */
  readonly url: string
  readonly location: S3Location
  readonly port: number
  close(): Promise<void>
}

/** Of the second store; the first takes any. The client reads them as on a server. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
const BUCKET = 'prints'

interface S3rver {
  run(): Promise<{ readonly port: number }>
  close(): Promise<void>
}

const S3rverClass = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver

export const OBJECT_STORES: Readonly<Record<string, (folder: string) => Promise<ObjectStore>>> = {
  async fauxqs(folder) {
    const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, s3StorageDir: folder })
    server.createBucket(BUCKET)
    return storeAt(server.port, () => server.stop())
  },
  async s3rver(directory) {
    const server = new S3rverClass({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory },
      configureBuckets: [{ name: BUCKET }],
    })
    const { port } = await server.run()
    return storeAt(port, () => server.close())
  },
}

function storeAt(port: number, close: () => Promise<void>): ObjectStore {
  Object.assign(process.env, CREDENTIALS)
  const url = bucketUrl(port)
  return { url, location: s3Location(url), port, close }
}

/** FILES_URL of the bucket behind that port. */
export function bucketUrl(port: number): string {
  return `s3://${BUCKET}/shop?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`
}
