import type { FrameEvent } from '@portico/protocol/frame'
import { socialProvider } from '@portico/protocol/social'
import type { Hex } from 'viem'
import { createHandlers } from '../handlers/createHandlers.ts'
import { createSignInOffer } from '../handlers/createSignInOffer.ts'
import type { FrameServices, RequestQueue } from '../handlers/FrameServices.ts'
import { loadLanguage, setHostLanguage } from '../language/loadLanguage.ts'
import { showCodeForm } from '../login/showCodeForm.ts'
import type { PageData } from '../page/pageData.ts'
import type { RiskLimits } from '../page/RiskLimits.ts'
import { type Account, createAccount } from '../session/createAccount.ts'
import { createGatewayAccess, type GatewayAccess } from '../session/createGatewayAccess.ts'
import { createLock } from '../session/createLock.ts'
import { createRequestStore, type RequestStore } from '../session/createRequestStore.ts'
import { createServerClient } from '../session/createServerClient.ts'
import { openPartition } from '../session/openPartition.ts'
import { openStorage } from '../session/openStorage.ts'
import { openTabs } from '../session/openTabs.ts'
import { readClientId } from '../session/readClientId.ts'
import type { DappClaims, WalletSession } from '../session/WalletSession.ts'
import type { StartKeyWorker } from '../signer/KeyWorker.ts'
import { applyTheme } from '../ui/applyTheme.ts'
import { createSurface } from '../ui/createSurface.ts'
import type { Surface } from '../ui/Surface.ts'
import type { SolveWork } from '../work/SolveWork.ts'
import { acceptHost, type Host } from './acceptHost.ts'
import { createNetwork } from './createNetwork.ts'
import { serveRequests } from './serveRequests.ts'

/** The dependencies of the queue of requests. */
export type QueueParameters = GatewayAccess & {
  session: WalletSession
  surface: Surface
  store: RequestStore
  riskLimits: RiskLimits
}

export type StartFrameParameters = {
  page: PageData
  projectId: string
  /** Chain ID from the frame's URL, written by the host page. */
  chainId: string
  /** Whether to log requests and errors in the frame's console, from the frame's URL. */
  isLogging: boolean
  root: HTMLElement
  startWorker: StartKeyWorker
  solveWork: SolveWork
  createRequests(parameters: QueueParameters): RequestQueue
}

/** Starts the frame and waits for its host page. Does nothing if the project is unknown. */
export function startFrame(parameters: StartFrameParameters): void {
  const { page, root } = parameters
  if (page.project?.id !== parameters.projectId) return
  let stop: (() => void) | undefined
  let frame: ReturnType<typeof openFrame> | undefined
  let emitTo: ((event: FrameEvent) => void) | undefined
  const emit = (event: FrameEvent) => emitTo?.(event)
  const surface = createSurface({ root, emit })

  root.ownerDocument.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') emit({ type: 'CLOSE_REQUESTED', payload: {} })
  })
  acceptHost({
    window: root.ownerDocument.defaultView as Window,
    origins: page.project.origins,
    async onHost(host) {
      stop?.()
      let isStopped = false
      let end: (() => void) | undefined
      stop = () => {
        isStopped = true
        end?.()
        host.port.close()
      }
      emitTo = (event) => host.port.postMessage(event)
      // Until then the port queues the host page's messages.
      frame ??= openFrame(parameters, host, surface, emit)
      const services = await frame
      services.closeCode()
      if (isStopped) return
      const stopServing = serveRequests({
        port: host.port,
        handlers: createHandlers(services),
        log: parameters.isLogging ? (...entry) => console.debug('[Portico wallet]', ...entry) : undefined,
      })
      end = () => {
        stopServing()
        services.closeCode()
        if (services.account.current()) services.requests().abortUnsafe()
      }
      emit({ type: 'READY', payload: {} })
    },
  })
}

async function openFrame(
  { page, projectId, chainId, startWorker, solveWork, createRequests }: StartFrameParameters,
  host: Host,
  surface: Surface,
  emit: (event: FrameEvent) => void,
): Promise<FrameServices> {
  const storage = await openStorage()
  const dpop = await openPartition({ storage })
  const fetch = globalThis.fetch.bind(globalThis)
  const clientId = () => readClientId(storage)
  const gatewayServer = createServerClient({ origin: page.gatewayUrl, dpop, fetch, clientId })
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
    gatewayKey: page.gatewayKey,
    origin: host.origin,
    projectId,
    social: {
      site: location.origin,
      providers: socialProvider.options.filter((provider) => page.social.clients[provider]),
      farcasterRelay: page.social.farcasterRelay,
    },
    announceSignOut: () => tabs?.postMessage('signed-out'),
    onEnded: () => {
      queue?.requests.abortUnsafe()
      emit({ type: 'DISCONNECTED', payload: {} })
    },
  })
  tabs?.addEventListener('message', () => void account.endSession())

  const network = createNetwork(chainId)
  const dapp: DappClaims = {}
  const access = createGatewayAccess({
    account,
    server: gatewayServer,
    gatewayUrl: page.gatewayUrl,
    projectId,
    storage,
    fetch,
  })
  let queue: { address: string; requests: RequestQueue } | undefined
  let code: { close(): void } | undefined

  return {
    account,
    projectId,
    network,
    emit,
    applyTheme(theme) {
      applyTheme(theme)
      void setHostLanguage(theme.language)
      void loadLanguage('login')
    },
    setDapp: (claims) => void Object.assign(dapp, claims),
    reload: () => location.reload(),
    async askCode(question) {
      code?.close()
      const login = question.purpose === 'login'
      const form = showCodeForm(
        {
          ...question,
          host: new URL(host.origin).host,
          ...(login
            ? {
                format: account.challenge()?.format,
                resendAt: account.challenge()?.resendAt,
              }
            : {}),
          onCancel() {
            if (login) account.cancelLogin()
            emit({ type: 'LOGIN_CANCELLED', payload: {} })
          },
        },
        { surface },
      )
      code = form
      return form.accepted
    },
    async askLink(question) {
      code?.close()
      const { askLink } = await import('../login/askLink.ts')
      const step = askLink(
        {
          ...question,
          host: new URL(host.origin).host,
          onCancel: () => emit({ type: 'LOGIN_CANCELLED', payload: {} }),
        },
        { surface },
      )
      code = step
      return step.approved
    },
    async askWallet(question) {
      code?.close()
      const { askWallet } = await import('../social/frameSteps.ts')
      const step = askWallet(question, { surface })
      code = step
      return step.answer
    },
    async followSocial(started) {
      code?.close()
      const { followLogin } = await import('../social/frameSteps.ts')
      const login = followLogin(started, {
        window,
        site: location.origin,
        host: new URL(host.origin).host,
        surface,
        cancel: account.cancelSocialLogin,
      })
      code = login
      return login.result
    },
    signInOffer: createSignInOffer(),
    closeCode() {
      code?.close()
      account.cancelFarcasterLogin()
    },
    requests() {
      const address = account.current()?.address as Hex
      // Each user has a queue of their own: one user must not answer another's requests.
      if (queue?.address !== address) {
        const session = createSession({ account, address, host, projectId, dapp, network })
        const requests = createRequests({
          ...access,
          session,
          surface,
          store: createRequestStore(storage),
          riskLimits: page.riskLimits,
        })
        queue?.requests.abortUnsafe()
        queue = { address, requests }
      }
      return queue.requests
    },
  }
}

function createSession({
  account,
  address,
  host,
  projectId,
  dapp,
  network,
}: {
  account: Account
  address: Hex
  host: Host
  projectId: string
  dapp: DappClaims
  network: FrameServices['network']
}): WalletSession {
  return {
    address,
    solanaAddress: () => account.current()?.solanaAddress ?? undefined,
    origin: host.origin,
    projectId,
    dapp,
    chainId: network.get,
    openSigner: account.openSigner,
  }
}
