/** One call of an operation as a program writes it: with curl, the TypeScript client and PHP. */
import type { CodeBlock } from './code-block.ts'
import type { DescribedOperation } from './operation.ts'

interface Place {
  readonly route: string
  readonly method: string
  readonly baseUrl: string
}

const JSON_TYPE = 'application/json'

/** None for what browsers alone call, by a link or a session that a page holds. */
export function callsOf(
  { route, method, baseUrl }: Place,
  operation: DescribedOperation,
): readonly CodeBlock[] {
  if (!operation.security.some((one) => 'secretKey' in one)) return []
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type !== undefined && type !== JSON_TYPE) return [curlUpload(route, baseUrl, media?.schema)]
  const body = type === undefined ? undefined : media?.example
  const call = { method: method.toUpperCase(), url: `${baseUrl}${route}`, route, body }
  return [curl(call), typescript(call), php(call)]
}

interface WrittenCall {
  readonly method: string
  readonly url: string
  readonly route: string
  readonly body: unknown
}

function curl({ method, url, body }: WrittenCall): CodeBlock {
  const lines = [
    `curl ${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}"${url}"`,
    `-H "Authorization: Bearer $KEY"`,
    ...(body === undefined
      ? []
      : [`-H "Content-Type: ${JSON_TYPE}"`, `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  return { tab: 'curl', language: 'sh', code: lines.join(' \\\n  ') }
}

function curlUpload(
  route: string,
  baseUrl: string,
  schema: { readonly required?: readonly string[] } | undefined,
): CodeBlock {
  const parts = (schema?.required ?? ['file']).map((name) => `-F ${name}=…`)
  const lines = [`curl "${baseUrl}${route}"`, '-H "Authorization: Bearer $KEY"', ...parts]
  return { tab: 'curl', language: 'sh', code: lines.join(' \\\n  ') }
}

function typescript({ method, route, body }: WrittenCall): CodeBlock {
  const sent = body === undefined ? 'null' : JSON.stringify(body, null, 2)
  return {
    tab: 'TypeScript',
    language: 'ts',
    code: `const reply = await platen.request({
  method: '${method}',
  path: '${route}',
  body: ${sent.replaceAll('\n', '\n  ')},
})`,
  }
}

function php({ method, url, body }: WrittenCall): CodeBlock {
  const headers = ["'Authorization: Bearer ' . getenv('KEY')"]
  if (body !== undefined) headers.push(`'Content-Type: ${JSON_TYPE}'`)
  const lines = [
    `$request = curl_init('${url}');`,
    'curl_setopt_array($request, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    `    CURLOPT_HTTPHEADER => [${headers.join(', ')}],`,
    ...(body === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => '${JSON.stringify(body).replace(/[\\']/g, '\\$&')}',`]),
    ']);',
    '$reply = json_decode(curl_exec($request), true);',
  ]
  return { tab: 'PHP', language: 'php', code: lines.join('\n') }
}
