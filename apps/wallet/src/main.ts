import { startFrame } from './frame/startFrame.ts'
import { readPageData } from './pageData.ts'
import { createRequests } from './requests/createRequests.ts'
import { startKeyWorker } from './signer/startKeyWorker.ts'
import { element } from './ui/element.ts'
import { loadFont } from './ui/loadFont.ts'

// The frame's whole program. What the address says is a wish; what counts came with the page.
const query = new URLSearchParams(location.search)
const root = element('main')
document.body.replaceChildren(root)
loadFont(document)
startFrame({
  page: readPageData(document),
  projectId: query.get('projectId') ?? '',
  chainId: query.get('chainId') ?? '',
  root,
  startWorker: startKeyWorker,
  createRequests,
})
