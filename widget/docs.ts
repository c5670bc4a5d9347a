/** The script of the documentation: search, tabs, copying, and the reader's key in the commands. */

import { showCurrent } from './docs/contents.ts'
import { addCopyButtons } from './docs/copy.ts'
import { addKeyPanel } from './docs/key-panel.ts'
import { keptScheme, showScheme } from './docs/scheme.ts'
import { addSearch } from './docs/search.ts'
import { makeTabs } from './docs/tabs.ts'
import './docs/search.css'
import './docs/docs.css'
import './docs/text.css'
import './docs/code.css'

showScheme(keptScheme())
makeTabs(document)
showCurrent(document.querySelector('.contents'))
addCopyButtons(document)
addSearch(document.querySelector('.search'))
if (document.body.dataset.page === '/docs/start' && document.body.dataset.signedIn !== undefined)
  void addKeyPanel(document.querySelector('.text'))
