import { element } from '@portico/page-server/element'
import { loadPageLanguage } from './language/loadLanguage.ts'
import { readPageData } from './page/pageData.ts'
import { openStorage } from './session/openStorage.ts'
import type { Opener } from './social/askOpener.ts'
import { showSocialPage } from './social/showSocialPage.ts'
import { loadFont } from './ui/loadFont.ts'

// Entry of the page of social logins. The address is cleared first: it has the provider's code or the ticket in it.
const { origin, pathname, search, hash } = location
const keptState: unknown = history.state
history.replaceState(keptState, '', pathname)
const root = element('main')
document.body.replaceChildren(root)
void loadFont(document)
const opener = window.opener as Opener | null
// The provider's pages, which this window shows next, must not reach the page that opened it.
window.opener = null
void start()

/** Not at the top level of the module: chunks of texts import this one, and each would wait for the other. */
async function start(): Promise<void> {
  await loadPageLanguage('login')
  await showSocialPage({
    root,
    page: readPageData(document),
    location: { origin, pathname, search, hash },
    isTop: window.top === window,
    opener,
    storage: await openStorage(),
    fetch: globalThis.fetch.bind(globalThis),
    keptState: typeof keptState === 'string' ? keptState : undefined,
    keepState: (state) => history.replaceState(state, ''),
    leave: (url) => location.replace(url),
    close: () => window.close(),
  })
}
