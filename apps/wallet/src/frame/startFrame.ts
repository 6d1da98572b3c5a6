import type { FrameEvent } from '@portico/protocol/frame'
import type { Hex } from 'viem'
import { createHandlers } from '../handlers/createHandlers.ts'
import type { FrameServices, RequestQueue } from '../handlers/FrameServices.ts'
import { toCaipNetworkId } from '../handlers/toCaipNetworkId.ts'
import { askCode, type CodeHandle } from '../login/askCode.ts'
import type { PageData } from '../pageData.ts'
import { type Account, createAccount } from '../session/createAccount.ts'
import { createGatewayAccess, type GatewayAccess } from '../session/createGatewayAccess.ts'
import { createSerial } from '../session/createSerial.ts'
import { createServerClient } from '../session/createServerClient.ts'
import { openPartition } from '../session/openPartition.ts'
import { openStorage } from '../session/openStorage.ts'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import { memoryPrefix } from '../session/storedSession.ts'
import type { DappClaims, WalletSession } from '../session/WalletSession.ts'
import type { StartKeyWorker } from '../signer/KeyWorker.ts'
import { applyTheme } from '../ui/applyTheme.ts'
import { createSurface } from '../ui/createSurface.ts'
import type { Surface } from '../ui/Surface.ts'
import { acceptHost, type Host } from './acceptHost.ts'
import { serveRequests } from './serveRequests.ts'

/** What the queue of requests is made of. */
export type QueueParameters = GatewayAccess & {
  session: WalletSession
  surface: Surface
  memory: { read(key: string): Promise<unknown>; write(key: string, value: unknown): Promise<void> }
}

export type StartFrameParameters = {
  page: PageData
  projectId: string
  /** As the host wrote it into the frame's address. */
  chainId: string
  root: HTMLElement
  startWorker: StartKeyWorker
  createRequests(parameters: QueueParameters): RequestQueue
}

/** Puts the frame together and waits for its host. Without a known project there is none to wait for. */
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
      // What the host sends meanwhile waits in the port.
      frame ??= openFrame(parameters, host, surface, emit)
      const services = await frame
      services.closeCode()
      if (isStopped) return
      const stopServing = serveRequests({ port: host.port, handlers: createHandlers(services) })
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
  { page, projectId, chainId, startWorker, createRequests }: StartFrameParameters,
  host: Host,
  surface: Surface,
  emit: (event: FrameEvent) => void,
): Promise<FrameServices> {
  const storage = await openStorage()
  const dpop = await openPartition({ storage })
  const fetch = globalThis.fetch.bind(globalThis)
  const gatewayServer = createServerClient({ origin: page.gatewayUrl, dpop, fetch })
  const tabs = openTabs()
  const account = createAccount({
    dpop,
    storage,
    gatewayServer,
    vaultServer: createServerClient({ origin: page.vaultUrl, dpop, fetch }),
    serial: createSerial(),
    startWorker,
    sealTo: page.vaultKey,
    origin: host.origin,
    projectId,
    announceSignOut: () => tabs?.postMessage('signed-out'),
    onEnded: () => {
      queue?.requests.abortUnsafe()
      emit({ type: 'DISCONNECTED', payload: {} })
    },
  })
  tabs?.addEventListener('message', () => void account.signedOutElsewhere())

  const network = createNetwork(chainId)
  const dapp: DappClaims = {}
  const access = createGatewayAccess({
    account,
    server: gatewayServer,
    gatewayUrl: page.gatewayUrl,
    projectId,
    fetch,
  })
  let queue: { address: string; requests: RequestQueue } | undefined
  let code: CodeHandle<unknown> | undefined

  return {
    account,
    projectId,
    network,
    emit,
    applyTheme,
    setDapp: (claims) => void Object.assign(dapp, claims),
    reload: () => location.reload(),
    async askCode(question) {
      code?.close()
      const login = question.purpose === 'login'
      const asked = askCode(
        {
          ...question,
          host: new URL(host.origin).host,
          ...(login ? { resendAt: account.login()?.resendAt, resend: account.resendCode } : {}),
          onCancel() {
            if (login) account.cancelLogin()
            emit({ type: 'LOGIN_CANCELLED', payload: {} })
          },
        },
        { surface },
      )
      code = asked
      return asked.accepted
    },
    closeCode: () => code?.close(),
    requests() {
      const address = account.current()?.address as Hex
      // Another visitor has another queue: what one was asked, the other must not answer.
      if (queue?.address !== address) {
        const session = createSession({ account, address, host, projectId, dapp, network })
        const requests = createRequests({ ...access, session, surface, memory: memoryOf(storage) })
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
    origin: host.origin,
    projectId,
    dapp,
    chainId: network.get,
    openSigner: account.openSigner,
  }
}

/** The network of the address is a wish of the host: what is no EVM network is none. */
function createNetwork(wished: string): FrameServices['network'] {
  let chosen = 'eip155:1'
  try {
    chosen = toCaipNetworkId(wished)
  } catch {
    // Ethereum, until the host says otherwise.
  }
  return {
    get: () => chosen,
    set(chainId) {
      chosen = chainId
    },
  }
}

function memoryOf(storage: PartitionStorage): QueueParameters['memory'] {
  return {
    read: (key) => storage.read(`${memoryPrefix}${key}`),
    write: (key, value) => storage.write(`${memoryPrefix}${key}`, value),
  }
}

/** Other tabs of this partition. Denied with the rest of the storage, and then there are none. */
function openTabs(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('wallet')
  } catch {
    return undefined
  }
}
