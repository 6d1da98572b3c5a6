import { readPageData } from './pageData.ts'
import { loadFont } from './ui/loadFont.ts'
import './ui/wallet.css'
import { runWindow } from './window/runWindow.ts'
import { takeQuestion } from './window/takeQuestion.ts'
import { readFragment } from './window/windowLetter.ts'

const letter = readFragment(location.hash)
// The key is in the address no longer than it takes to read it.
history.replaceState(null, '', location.pathname)
loadFont(document)
runWindow({
  take: async () =>
    letter &&
    takeQuestion({
      letter,
      gatewayUrl: readPageData(document).gatewayUrl,
      fetch: globalThis.fetch.bind(globalThis),
    }),
})
