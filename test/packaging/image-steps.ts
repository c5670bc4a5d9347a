/** The Dockerfile as steps: what its last stage copies, sets and starts, read by a parser of Dockerfiles. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DockerfileParser } from 'dockerfile-ast'

export interface ImageSteps {
  /** Paths of the checkout that the last stage has. */
  readonly copied: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
  /** The shell steps of the last stage. */
  readonly runs: readonly string[]
  readonly volumes: readonly string[]
  readonly stopSignal: string
}

export function readImageSteps(root: string): ImageSteps {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const all = DockerfileParser.parse(text).getInstructions()
  const begins = all.map((one) => one.getKeyword()).lastIndexOf('FROM')
  const stage = all.slice(begins + 1)
  const rest = (keyword: string): readonly string[] =>
    stage.filter((one) => one.getKeyword() === keyword).map((one) => one.getRawArgumentsContent() ?? '')
  const words = (line: string): readonly string[] =>
    line.split(/\s+/).filter((word) => !word.startsWith('--'))
  const pairs = rest('ENV').flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)])
  const [health = ''] = rest('HEALTHCHECK')
  return {
    copied: stage
      .filter((one) => one.getKeyword() === 'COPY' && !one.getTextContent().includes('--from'))
      .flatMap((one) => words(one.getRawArgumentsContent() ?? '').slice(0, -1)),
    env: Object.fromEntries(pairs.map(([, name, value]) => [name, value])),
    user: rest('USER')[0] ?? '',
    command: [...JSON.parse(rest('ENTRYPOINT')[0] ?? '[]'), ...JSON.parse(rest('CMD')[0] ?? '[]')],
    healthCheck: JSON.parse(health.slice(health.indexOf('[')) || '[]'),
    runs: rest('RUN'),
    volumes: rest('VOLUME'),
    stopSignal: rest('STOPSIGNAL')[0] ?? '',
  }
}
