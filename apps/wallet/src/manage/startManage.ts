import { element } from '@portico/page-server/element'
import { walletSiteProject } from '@portico/protocol/gateway'
import type { PageData } from '../page/pageData.ts'
import { createAccount } from '../session/createAccount.ts'
import { createGatewayClient } from '../session/createGatewayClient.ts'
import { createLock } from '../session/createLock.ts'
import { createServerClient } from '../session/createServerClient.ts'
import { openPartition } from '../session/openPartition.ts'
import { openStorage } from '../session/openStorage.ts'
import { openTabs } from '../session/openTabs.ts'
import type { StoredSession } from '../session/storedSession.ts'
import type { StartKeyWorker } from '../signer/KeyWorker.ts'
import type { SolveWork } from '../work/SolveWork.ts'
import { manageCopy } from './copy.ts'
import { createManageClient } from './createManageClient.ts'
import { draw } from './draw.ts'
import './manage.css'
import { showLogin } from './showLogin.ts'
import { showWallet } from './showWallet.ts'

export type ManageParameters = {
  root: HTMLElement
  page: Pick<PageData, 'gatewayUrl' | 'vaultUrl' | 'vaultKey'>
  /** Whether the page is not embedded. Headers forbid that as well; an embedded page sends no request. */
  isTop: boolean
  startWorker: StartKeyWorker
  solveWork: SolveWork
  fetch: typeof globalThis.fetch
}

/**
 * Starts the wallet's own page: resumes the session of this page, or asks for a login. The page has a partition of its own,
 * so it is a device like any frame.
 */
export async function startManage({
  root,
  page,
  isTop,
  startWorker,
  solveWork,
  fetch,
}: ManageParameters): Promise<void> {
  if (!isTop) return draw(root, { title: manageCopy.title }, element('p', {}, manageCopy.framed))
  draw(root, { title: manageCopy.title, isFirst: true }, element('p', { role: 'status' }, manageCopy.loading))
  const storage = await openStorage()
  const dpop = await openPartition({ storage })
  const gatewayServer = createServerClient({ origin: page.gatewayUrl, dpop, fetch })
  const tabs = openTabs()
  const account = createAccount({
    dpop,
    storage,
    gatewayServer,
    vaultServer: createServerClient({ origin: page.vaultUrl, dpop, fetch }),
    lock: createLock(),
    startWorker,
    solveWork,
    sealTo: page.vaultKey,
    origin: location.origin,
    projectId: walletSiteProject,
    announceSignOut: () => tabs?.postMessage('signed-out'),
    onEnded: () => void enter(manageCopy.login.ended),
  })
  tabs?.addEventListener('message', () => void account.endSession())
  const client = createManageClient({
    account,
    server: gatewayServer,
    gateway: createGatewayClient(gatewayServer),
  })

  function show(session: StoredSession, isFirst = false): void {
    showWallet({ root, session, client, isFirst, signOut })
  }

  async function signOut(): Promise<void> {
    await account.signOut()
    await enter(manageCopy.login.ended)
  }

  let entering: Promise<void> | undefined
  /** Asks for a login, unless one is under way: a session can end in several ways at once. */
  function enter(note?: string): Promise<void> {
    entering ??= showLogin({ root, account, host: location.host, note, isFirst: note === undefined })
      .then((session) => show(session))
      .finally(() => {
        entering = undefined
      })
    return entering
  }

  const session = await account.resume()
  if (session) show(session, true)
  else await enter()
}
