/** Where stored files lie in an object store: FILES_URL as s3://bucket/prefix?endpoint=…&region=…&style=…. */

export interface S3Location {
  readonly bucket: string
  /** Empty, or without a slash at its end. */
  readonly prefix: string
  /** Null for Amazon's own. */
  readonly endpoint: string | null
  readonly region: string
  /** The bucket stands in the path, not in the host name. */
  readonly pathStyle: boolean
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const REGION = /^[a-z0-9-]{1,64}$/
const KNOWN = new Set(['endpoint', 'region', 'style'])

/** Throws the rest of a sentence that starts with the setting's name. Credentials never stand in the URL. */
export function s3Location(value: string): S3Location {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || url.protocol !== 's3:' || !BUCKET.test(url.host))
    throw new Error(`must be s3:// with the name of a bucket, such as s3://prints?region=eu-central-1.`)
  if (url.username !== '' || url.password !== '')
    throw new Error('must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.has(name))
  if (unknown !== undefined) throw new Error(`takes endpoint, region and style, not "${unknown}".`)
  const endpoint = url.searchParams.get('endpoint')
  if (endpoint !== null && !isOrigin(endpoint))
    throw new Error(`needs an endpoint such as https://storage.example:9000, not "${endpoint}".`)
  const region = url.searchParams.get('region') ?? 'us-east-1'
  if (!REGION.test(region)) throw new Error(`needs a region such as eu-central-1, not "${region}".`)
  const style = url.searchParams.get('style') ?? (endpoint === null ? 'virtual' : 'path')
  if (style !== 'path' && style !== 'virtual')
    throw new Error(`needs style=path or style=virtual, not "${style}".`)
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '')
  return { bucket: url.host, prefix, endpoint, region, pathStyle: style === 'path' }
}

function isOrigin(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
}
