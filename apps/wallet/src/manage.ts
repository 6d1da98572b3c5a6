import { element } from '@portico/page-server/element'
import { backupInWorker } from './backup/backupInWorker.ts'
import { exportInWorker } from './export/exportInWorker.ts'
import { startImportWorker } from './imports/startImportWorker.ts'
import { loadPageLanguage } from './language/loadLanguage.ts'
import { startTake } from './manage/move/startTake.ts'
import { startManage } from './manage/startManage.ts'
import { moveInWorker } from './move/moveInWorker.ts'
import { readPageData } from './page/pageData.ts'
import { startKeyWorker } from './signer/startKeyWorker.ts'
import { loadFont } from './ui/loadFont.ts'
import { solveInWorker } from './work/solveInWorker.ts'

// Entry of the wallet's own page, and of the page behind the link with which a wallet is moved to this device.
const root = element('main')
document.body.replaceChildren(root)
void loadFont(document)
void start()

/** Not at the top level of the module: chunks of texts import this one, and each would wait for the other. */
async function start(): Promise<void> {
  await loadPageLanguage('login', 'manage')
  const parameters = {
    root,
    page: readPageData(document),
    isTop: window.top === window,
    startWorker: startKeyWorker,
    solveWork: solveInWorker,
    runMove: moveInWorker,
    fetch: globalThis.fetch.bind(globalThis),
  }
  if (location.pathname === '/take') void startTake({ ...parameters, fragment: location.hash })
  else
    void startManage({
      ...parameters,
      runBackup: backupInWorker,
      runExport: exportInWorker,
      startImportWorker,
    })
}
