/** The description of the API as a document and as texts, each made when it is first asked for, and kept. */
import { type Asset, makeAsset } from './asset.ts'
import { describeOperations } from './openapi.ts'
import type { AnyOperation } from './operation.ts'
import { writeYaml } from './yaml.ts'

export interface Description {
  document(): Readonly<Record<string, unknown>>
  json(): Promise<Asset>
  yaml(): Promise<Asset>
}

/**
 * A start does not wait for it. Its texts take a quarter of a second of the processor and anyone may ask for them, so a
 * flood of requests must find them made.
 */
export function createDescription(operations: readonly AnyOperation[], baseUrl: string): Description {
  let document: ReturnType<Description['document']> | null = null
  let json: Promise<Asset> | null = null
  let yaml: Promise<Asset> | null = null
  const described = () => {
    document ??= describeOperations(operations, baseUrl)
    return document
  }
  return {
    document: described,
    json() {
      json ??= makeAsset('application/json; charset=utf-8', JSON.stringify(described()))
      return json
    },
    yaml() {
      yaml ??= makeAsset('application/yaml', writeYaml(described()))
      return yaml
    },
  }
}
