import { showDevicePage } from './device/showDevicePage.ts'
import { readPageData } from './pageData.ts'
import { element } from './ui/element.ts'
import { loadFont } from './ui/loadFont.ts'

// The whole program of the page behind a mailed link.
const root = element('main')
document.body.replaceChildren(root)
loadFont(document)
void showDevicePage({
  root,
  vaultUrl: readPageData(document).vaultUrl,
  hash: location.hash,
  isTop: window.top === window,
  fetch: globalThis.fetch.bind(globalThis),
  clearAddress: () => history.replaceState(null, '', location.pathname),
})
