import { readPageData } from './pageData.ts'
import { loadFont } from './ui/loadFont.ts'
import './ui/wallet.css'
import { runWindow } from './window/runWindow.ts'
import { takeQuestion } from './window/takeQuestion.ts'
import { readFragment } from './window/windowLetter.ts'

const letter = readFragment(location.hash)
// The key is in the address no longer than it takes to read it.
history.replaceState(null, '', location.pathname)
const { gatewayUrl, isOpenedByUs } = readPageData(document)
loadFont(document)
runWindow({
  storage: ownStorage(),
  // Whoever has a session could leave a question of his own making, and open this window to show it.
  take: async () =>
    letter && isOpenedByUs
      ? takeQuestion({ letter, gatewayUrl, fetch: globalThis.fetch.bind(globalThis) })
      : undefined,
})

function ownStorage(): Storage | undefined {
  try {
    return localStorage
  } catch {
    // Switched off in the browser.
    return undefined
  }
}
