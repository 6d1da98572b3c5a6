import { element } from '@portico/page-server/element'
import { walletSiteProject } from '@portico/protocol/gateway'
import type { RunBackup } from '../backup/backupInWorker.ts'
import { createMoveClient } from '../move/createMoveClient.ts'
import { createMoveOffer } from '../move/createMoveOffer.ts'
import type { RunMove } from '../move/moveTask.ts'
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
import { explainLogin } from './explainLogin.ts'
import { saveFile } from './saveFile.ts'
import { showBackup } from './showBackup.ts'
import { proveEmail, showLogin } from './showLogin.ts'
import { showRestore } from './showRestore.ts'
import { showWallet } from './showWallet.ts'

/** Storage key of the time at which a backup file was last checked in this browser. */
const backupKey = 'backup'
/** How long a typed code counts as fresh proof. */
const freshMs = 10 * 60_000

export type ManageParameters = {
  root: HTMLElement
  page: Pick<PageData, 'gatewayUrl' | 'vaultUrl' | 'vaultKey' | 'gatewayKey'>
  /** Whether the page is not embedded. Headers forbid that as well; an embedded page sends no request. */
  isTop: boolean
  startWorker: StartKeyWorker
  solveWork: SolveWork
  runBackup: RunBackup
  runMove: RunMove
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
  runBackup,
  runMove,
  fetch,
}: ManageParameters): Promise<void> {
  if (!isTop) return draw(root, { title: manageCopy.title }, element('p', {}, manageCopy.framed))
  draw(root, { title: manageCopy.title, isFirst: true }, element('p', { role: 'status' }, manageCopy.loading))
  const storage = await openStorage()
  const dpop = await openPartition({ storage })
  const gatewayServer = createServerClient({ origin: page.gatewayUrl, dpop, fetch })
  const vaultServer = createServerClient({ origin: page.vaultUrl, dpop, fetch })
  const tabs = openTabs()
  const account = createAccount({
    dpop,
    storage,
    gatewayServer,
    vaultServer,
    lock: createLock(),
    startWorker,
    solveWork,
    sealTo: page.vaultKey,
    gatewayKey: page.gatewayKey,
    origin: location.origin,
    projectId: walletSiteProject,
    announceSignOut: () => tabs?.postMessage('signed-out'),
    onEnded: () => void enter(manageCopy.login.ended),
  })
  tabs?.addEventListener('message', () => void account.endSession())
  const client = createManageClient({
    account,
    server: gatewayServer,
    vaultServer,
    gateway: createGatewayClient(gatewayServer),
    storage,
  })

  /** When the visitor last typed a code on this page, in milliseconds since 1970. */
  let provenAt = Number.NEGATIVE_INFINITY

  async function show(session: StoredSession, { isFirst, note }: { isFirst?: boolean; note?: string } = {}) {
    const stored = await storage.read(backupKey)
    const lastBackup = typeof stored === 'string' ? stored : undefined
    const make = () => void makeBackup(session)
    showWallet({
      root,
      session,
      client,
      isFirst,
      note,
      lastBackup,
      signOut,
      makeBackup: make,
      move: () => void move(session),
    })
  }

  /** A backup file is the key: it needs a code that was typed within the last ten minutes. */
  async function makeBackup(session: StoredSession): Promise<void> {
    const onBack = () => void show(session)
    try {
      if (Date.now() - provenAt > freshMs) {
        await proveEmail({ root, account, host: location.host }, session.email)
        provenAt = Date.now()
      }
    } catch (error) {
      account.cancelLogin()
      return show(session, { note: explainLogin(error) })
    }
    const onVerified = () => void storage.write(backupKey, new Date().toISOString())
    const { address } = session
    showBackup({
      root,
      address,
      runBackup,
      readOpenable: client.readOpenable,
      save: (text) => saveFile(`wallet-backup-${address.slice(0, 10)}.json`, text),
      onVerified,
      onBack,
    })
  }

  /** Gives the wallet to another device, too. Its digits are the proof, so that it also works without the mailbox. */
  async function move(session: StoredSession): Promise<void> {
    const { showMove } = await import('./move/showMove.ts')
    await showMove({
      root,
      startOffer: () =>
        createMoveOffer({
          client: createMoveClient({ gateway: gatewayServer, vault: vaultServer }),
          token: account.token,
          readOpenable: client.readOpenable,
          runMove,
          origin: location.origin,
          email: session.email,
          wait: (milliseconds) =>
            new Promise((resolve) => {
              setTimeout(resolve, milliseconds)
            }),
        }),
      onSessionOver: () => void account.endSession(),
      onBack: () => void show(session),
    })
  }

  function drawRestoreButton(): HTMLElement {
    const { open } = manageCopy.restore
    const button = element('button', { type: 'button', class: 'button quiet' }, open)
    // Going back reloads the page, so that it keeps nothing of the file.
    const onBack = () => location.reload()
    button.addEventListener('click', () => showRestore({ root, runBackup, onBack }))
    return button
  }

  async function signOut(): Promise<void> {
    await account.signOut()
    await enter(manageCopy.login.ended)
  }

  let entering: Promise<void> | undefined
  /** Asks for a login, unless one is under way: a session can end in several ways at once. */
  function enter(note?: string): Promise<void> {
    const isFirst = note === undefined
    const { host } = location
    entering ??= showLogin({ root, account, host, note, isFirst, more: drawRestoreButton })
      .then((session) => {
        provenAt = Date.now()
        return show(session)
      })
      .finally(() => {
        entering = undefined
      })
    return entering
  }

  const session = await account.resume()
  if (session) await show(session, { isFirst: true })
  else await enter()
}
