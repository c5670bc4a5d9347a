/** Imports in code that Node and TypeScript read from a package. */

/** The imports of the project's own files, by the names that they have in the package. */
export function withEndings(code: string): string {
  return code.replaceAll(/(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"\n]+)\.ts\2/g, '$1$2$3.js$2')
}
