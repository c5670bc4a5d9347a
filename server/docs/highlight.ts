/** Colours the code of the pages: comments, strings and keywords, in the few languages that they are written in. */
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { type Html, html } from '../pages/html.ts'

const LANGUAGES = { sh: bash, ini, js: javascript, json, php, ts: typescript, html: xml }
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

/** Escaped, whatever the language; plain where it is not known. */
export function highlight(code: string, language: string): Html {
  if (hljs.getLanguage(language) === undefined) return html`${code}`
  return { markup: hljs.highlight(code, { language, ignoreIllegals: true }).value }
}
