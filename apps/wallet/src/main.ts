import { element } from '@portico/page-server/element'
import { startFrame } from './frame/startFrame.ts'
import { readPageData } from './page/pageData.ts'
import { createRequests } from './requests/createRequests.ts'
import { startKeyWorker } from './signer/startKeyWorker.ts'
import { loadFont } from './ui/loadFont.ts'
import { solveInWorker } from './work/solveInWorker.ts'

// Entry of the frame. The host page controls the URL, so only the data that the server wrote into the page is trusted.
const query = new URLSearchParams(location.search)
const root = element('main')
document.body.replaceChildren(root)
void loadFont(document)
startFrame({
  page: readPageData(document),
  projectId: query.get('projectId') ?? '',
  chainId: query.get('chainId') ?? '',
  isLogging: query.get('enableLogger') === 'true',
  root,
  startWorker: startKeyWorker,
  solveWork: solveInWorker,
  createRequests,
})
