import { element } from '@portico/page-server/element'
import { showDevicePage } from './device/showDevicePage.ts'
import { loadPageLanguage } from './language/loadLanguage.ts'
import { readPageData } from './page/pageData.ts'
import { createClientId } from './session/createClientId.ts'
import { loadFont } from './ui/loadFont.ts'

// Entry of the page behind a mailed link.
const root = element('main')
document.body.replaceChildren(root)
void loadFont(document)
void start()

/** Not at the top level of the module: chunks of texts import this one, and each would wait for the other. */
async function start(): Promise<void> {
  await loadPageLanguage('login')
  const { vaultUrl, gatewayUrl } = readPageData(document)
  await showDevicePage({
    root,
    vaultUrl,
    gatewayUrl,
    hash: location.hash,
    isTop: window.top === window,
    fetch: globalThis.fetch.bind(globalThis),
    clientId: createClientId(),
    clearAddress: () => history.replaceState(null, '', location.pathname),
  })
}
