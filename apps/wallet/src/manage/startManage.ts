import { element } from '@portico/page-server/element'
import { walletSiteProject } from '@portico/protocol/gateway'
import { type IdentityProvider, identityProvider, socialProvider } from '@portico/protocol/social'
import type { RunBackup } from '../backup/backupInWorker.ts'
import type { RevealedWallet, RunExport } from '../export/exportTask.ts'
import { recoverWallet } from '../export/recoverWallet.ts'
import { createImportClient } from '../imports/createImportClient.ts'
import { finishImport } from '../imports/finishImport.ts'
import { openRetired } from '../imports/openRetired.ts'
import type { ImportWorker } from '../imports/startImportWorker.ts'
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
import { readClientId } from '../session/readClientId.ts'
import type { StoredSession } from '../session/storedSession.ts'
import type { WalletQuestion } from '../session/WalletQuestion.ts'
import type { StartKeyWorker } from '../signer/KeyWorker.ts'
import { askWallet } from '../social/askWallet.ts'
import { providerNames } from '../social/providerNames.ts'
import type { SolveWork } from '../work/SolveWork.ts'
import { manageText } from './copy.ts'
import { createCodeSurface } from './createCodeSurface.ts'
import { createManageClient } from './createManageClient.ts'
import { draw } from './draw.ts'
import './manage.css'
import { createKeyViews } from './createKeyViews.ts'
import { createExportClient } from './export/createExportClient.ts'
import { loginsText } from './logins/copy.ts'
import { createLoginsClient } from './logins/createLoginsClient.ts'
import { createLoginViews } from './logins/createLoginViews.ts'
import { createProviderLogins } from './logins/createProviderLogins.ts'
import { drawLogins } from './logins/drawLogins.ts'
import { recoveryText } from './recovery/copy.ts'
import { drawCode } from './recovery/drawCode.ts'
import { showCodeRestore } from './recovery/showCodeRestore.ts'
import { proveEmail, showLogin } from './showLogin.ts'
import { showRestore } from './showRestore.ts'
import { showWallet } from './showWallet.ts'

export type ManageParameters = {
  root: HTMLElement
  page: Pick<PageData, 'gatewayUrl' | 'vaultUrl' | 'vaultKey' | 'gatewayKey' | 'social'>
  /** Whether the page is not embedded. Headers forbid that as well; an embedded page sends no request. */
  isTop: boolean
  startWorker: StartKeyWorker
  solveWork: SolveWork
  runBackup: RunBackup
  runMove: RunMove
  runExport: RunExport
  startImportWorker(): ImportWorker
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
  runExport,
  startImportWorker,
  fetch,
}: ManageParameters): Promise<void> {
  if (!isTop)
    return draw(root, { title: manageText('manage.title') }, element('p', {}, manageText('manage.framed')))
  draw(
    root,
    { title: manageText('manage.title'), isFirst: true },
    element('p', { role: 'status' }, manageText('manage.loading')),
  )
  const storage = await openStorage()
  const dpop = await openPartition({ storage })
  const clientId = () => readClientId(storage)
  const gatewayServer = createServerClient({ origin: page.gatewayUrl, dpop, fetch, clientId })
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
    social: {
      site: location.origin,
      providers: socialProvider.options.filter((provider) => page.social.clients[provider]),
      farcasterRelay: page.social.farcasterRelay,
    },
    announceSignOut: () => tabs?.postMessage('signed-out'),
    onEnded: () => void enter(manageText('manage.login.ended')),
  })
  tabs?.addEventListener('message', () => void account.endSession())
  const gateway = createGatewayClient(gatewayServer)
  const providers = identityProvider.options.filter((provider) =>
    provider === 'farcaster' ? page.social.farcasterRelay : page.social.clients[provider],
  )
  const providerLogins = createProviderLogins({ root, account, window, chooseWallet })
  const loginsClient = createLoginsClient({ account, server: gatewayServer, vaultServer })
  const loginViews = createLoginViews({
    root,
    client: loginsClient,
    providerLogins,
    proveAgain: (session) => proveAgain(session, { needsGrant: true }),
    provenGrant: account.provenGrant,
    async addEmail(email, grant) {
      await account.startLogin(email, { addTo: grant })
      await proveByMail(email)
    },
    show: (session, options) => show(account.current() ?? session, options),
  })
  const importClient = createImportClient({ gateway: gatewayServer, vault: vaultServer })
  const client = createManageClient({
    account,
    server: gatewayServer,
    vaultServer,
    gateway,
    storage,
  })

  const recover = (text: string) =>
    recoverWallet({ text, gatewayUrl: page.gatewayUrl, fetch, clientId, runExport })
  const exportClient = createExportClient({
    account,
    server: gatewayServer,
    vault: vaultServer,
    gateway: createGatewayClient(gatewayServer),
    storage,
  })
  const { host } = location
  const keyViews = createKeyViews({
    root,
    proveAgain,
    client: exportClient,
    storage,
    runBackup,
    runExport,
    recover,
    show,
  })

  /** Has the visitor log in again, in the way of the session. `needsGrant`: keeps the vault's grant, with a link if by e-mail. */
  async function proveAgain(session: StoredSession, { needsGrant = false } = {}): Promise<void> {
    const { email, method = 'email' } = session
    if (method !== 'email') {
      const intro = loginsText('logins.again', { name: providerNames[method] })
      await providerLogins.logIn(method, { intro, needsGrant })
      return
    }
    if (email === undefined) throw new Error('The session has neither an address nor a provider.')
    if (needsGrant) await account.startLogin(email, { needsLink: true })
    await proveByMail(email)
  }

  /** Asks whether a new account shall open the wallet of its e-mail address, and has the visitor log in with the address. */
  async function chooseWallet(question: WalletQuestion): Promise<string | undefined> {
    if (!(await askWallet(question, { surface: createCodeSurface(root) }).answer)) return undefined
    await account.startLogin(question.email, { needsLink: true })
    await proveByMail(question.email)
    return account.provenGrant()
  }

  async function proveByMail(email: string): Promise<void> {
    try {
      await proveEmail({ root, account, host }, email)
    } catch (error) {
      account.cancelLogin()
      throw error
    }
  }

  async function show(
    session: StoredSession,
    { isFirst, note, done }: { isFirst?: boolean; note?: string; done?: string } = {},
  ) {
    const lastBackup = await keyViews.lastBackup()
    showWallet({
      root,
      session,
      client,
      isFirst,
      note,
      done,
      lastBackup,
      signOut,
      makeBackup: () => void keyViews.makeBackup(session),
      code: drawCode({
        client: exportClient,
        makeCode: () => void keyViews.makeCode(session),
        removeCode: (slotId) => void keyViews.removeCode(session, slotId),
      }),
      exportWords: () => void keyViews.exportWords(session),
      importWallet: () => void replaceWallet(session),
      listRetired: async () => importClient.listRetired(await account.token()),
      exportRetired: (walletId) => void keyViews.exportWords(session, () => revealRetired(session, walletId)),
      move: () => void move(session),
      changeLanguage: () => void show(session),
      logins: drawLogins({
        client: loginsClient,
        email: session.email,
        providers,
        actions: {
          changeEmail: () => void changeEmail(session),
          addEmail: () => void loginViews.addEmail(session),
          add: (provider) => void loginViews.add(session, provider),
          remove: (method) => void loginViews.remove(session, method),
        },
      }),
    })
  }

  async function changeEmail(session: StoredSession): Promise<void> {
    const [{ showEmailChange }, change] = await Promise.all([
      import('./showEmailChange.ts'),
      account.emailChange(),
    ])
    const onBack = () => {
      const current = account.current()
      if (current) void show(current)
    }
    await showEmailChange({ root, change, email: session.email ?? '', host, onBack })
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
          owner: session,
          wait: (milliseconds) =>
            new Promise((resolve) => {
              setTimeout(resolve, milliseconds)
            }),
        }),
      onSessionOver: () => void account.endSession(),
      onBack: () => void show(session),
    })
  }

  /** Opens a wallet that an import has replaced. */
  async function revealRetired({ userId }: StoredSession, walletId: string): Promise<RevealedWallet> {
    const { token, openGrant } = account
    const user = { accessToken: await token(), userId, openGrant }
    const opened = await openRetired({ client: importClient, gateway, walletId, ...user })
    return runExport({ name: 'reveal-released', ...opened })
  }

  async function replaceWallet(session: StoredSession): Promise<void> {
    const { replaceWallet } = await import('./imports/replaceWallet.ts')
    const { vaultKey: sealTo } = page
    const services = {
      account,
      client: importClient,
      gateway,
      storage,
      sealTo,
      startWorker: startImportWorker,
    }
    replaceWallet({ ...services, root, session, proveAgain, show })
  }

  /** The ways into the wallet without a login. Going back reloads the page, so that it keeps nothing of them. */
  function drawRestoreButtons(): HTMLElement {
    const onBack = () => location.reload()
    const draw = (text: string, onClick: () => void) => {
      const button = element('button', { type: 'button', class: 'button quiet' }, text)
      button.addEventListener('click', onClick)
      return button
    }
    return element(
      'div',
      { class: 'buttons' },
      draw(manageText('manage.restore.open'), () => showRestore({ root, runBackup, onBack })),
      draw(recoveryText('recovery.restore.open'), () => showCodeRestore({ root, recover, onBack })),
    )
  }

  async function signOut(): Promise<void> {
    await account.signOut()
    await enter(manageText('manage.login.ended'))
  }

  let entering: Promise<void> | undefined
  /** Asks for a login, unless one is under way: a session can end in several ways at once. */
  function enter(note?: string): Promise<void> {
    const isFirst = note === undefined
    const logInWith = (provider: IdentityProvider) =>
      providerLogins.logIn(provider, {
        intro: loginsText('logins.window', { name: providerNames[provider] }),
        isAtOnce: true,
      })
    const ways = { providers, logInWith, more: drawRestoreButtons }
    entering ??= showLogin({ root, account, host, note, isFirst, ...ways })
      .then((session) => {
        keyViews.onProven()
        return show(session)
      })
      .finally(() => {
        entering = undefined
      })
    return entering
  }

  /** Resumes the session. An import that was confirmed just before the page was closed is finished first. */
  async function resume(): Promise<StoredSession | undefined> {
    const session = await account.resume()
    if (!session) return undefined
    const { token: accessToken, setAddress } = account
    // If a server cannot be reached, the next page finishes it.
    await finishImport({ gateway, storage, accessToken, setAddress, userId: session.userId }).catch(
      () => undefined,
    )
    return account.current()
  }

  const session = await resume()
  if (session) await show(session, { isFirst: true })
  else await enter()
}
