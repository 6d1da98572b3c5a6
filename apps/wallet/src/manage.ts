import { element } from '@portico/page-server/element'
import { backupInWorker } from './backup/backupInWorker.ts'
import { startManage } from './manage/startManage.ts'
import { readPageData } from './page/pageData.ts'
import { startKeyWorker } from './signer/startKeyWorker.ts'
import { loadFont } from './ui/loadFont.ts'
import { solveInWorker } from './work/solveInWorker.ts'

// Entry of the wallet's own page.
const root = element('main')
document.body.replaceChildren(root)
loadFont(document)
void startManage({
  root,
  page: readPageData(document),
  isTop: window.top === window,
  startWorker: startKeyWorker,
  solveWork: solveInWorker,
  runBackup: backupInWorker,
  fetch: globalThis.fetch.bind(globalThis),
})
