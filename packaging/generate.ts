/** Writes what is made of other sources and not kept with them, `npm run generate`: nothing of it is edited. */
import { writeApiTypes } from './write-api.ts'
import { writePluginLanguages } from './write-plugin-languages.ts'

await writeApiTypes()
await writePluginLanguages()
