import { readPageData } from './page/pageData.ts'
import { createClientId } from './session/createClientId.ts'
import { loadFont } from './ui/loadFont.ts'
import './ui/wallet.css'
import { readFragment } from './window/handoff.ts'
import { receiveQuestion } from './window/receiveQuestion.ts'
import { runWindow } from './window/runWindow.ts'

const secrets = readFragment(location.hash)
// Remove the key from the address.
history.replaceState(null, '', location.pathname)
const { gatewayUrl, isOpenedByUs } = readPageData(document)
// Before the request is drawn: a font that arrives later would move it, and so discard a press on Approve.
await loadFont(document, { within: 500 })
runWindow({
  storage: readStorage(),
  // Only if our own site opened this window: any page with a session could store a question of its own and open this window.
  receive: async () =>
    secrets && isOpenedByUs
      ? receiveQuestion({
          secrets,
          gatewayUrl,
          fetch: globalThis.fetch.bind(globalThis),
          clientId: createClientId(),
        })
      : undefined,
})

function readStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    // Storage is disabled in the browser.
    return undefined
  }
}
