import { openRelaySocket, parsePairingUri, sessionErrorCodes } from '@portico/protocol/walletconnect'
import { createApprovals, type Policy } from '../createApprovals.ts'
import { createEvmWallet } from '../evm/createEvmWallet.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import { approveProposal } from './approveProposal.ts'
import { approveSignIn } from './approveSignIn.ts'
import { createChangeNotifier } from './createChangeNotifier.ts'
import { createWalletMessenger, type PeerRequest } from './createWalletMessenger.ts'
import { handleSessionRequest } from './handleSessionRequest.ts'
import type { SessionNamespaces } from './settleNamespaces.ts'
import {
  now,
  type PeerMetadata,
  sessionLifetime,
  type WalletConnectContext,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
  type WalletSession,
} from './walletConnectWallet.ts'

/**
 * Creates a test wallet that connects over WalletConnect v2: it pairs, settles sessions, really signs, and behaves as
 * its policies and `settlement` say.
 *
 * @example
 * import { createTestRelay, createWalletConnectWallet } from '@portico/testkit/walletconnect'
 * const relay = createTestRelay()
 * const wallet = createWalletConnectWallet({
 *   relayUrl: relay.url,
 *   createSocket: relay.createSocket,
 *   chains: [{ chainId: 31337 }],
 * })
 * await wallet.pair(uri)
 */
export function createWalletConnectWallet(options: WalletConnectWalletOptions): WalletConnectWallet {
  const { relayUrl, projectId = 'local', createSocket = openRelaySocket, metadata, ...rest } = options
  const { otherAccounts = {}, answer, oneClick = true, ...evmOptions } = rest
  const evm = createEvmWallet({ ...evmOptions, authorized: true })
  const approvals = createApprovals({ policy: options.policy ?? 'approve' })
  const sessions = new Map<string, WalletSession>()
  /** Pairings whose URI requests one-click sign-in. */
  const signInPairings = new Set<string>()
  /** Proposals that came with a sign-in request, by pairing topic. They count only if the sign-in is unsupported. */
  const heldProposals = new Map<string, PeerRequest>()
  const requests: { method: string; params: unknown; chainId: string }[] = []
  let lastRequest: Promise<unknown> = Promise.resolve()

  const messenger = createWalletMessenger({ url: relayUrl, projectId, createSocket, onRequest: handle })
  const context: WalletConnectContext = {
    evm,
    approvals,
    messenger,
    metadata: { ...defaultMetadata, ...metadata },
    sessions,
    getSettlement: () => wallet.settlement,
  }
  const notifier = createChangeNotifier(context)

  async function handle(request: PeerRequest): Promise<void> {
    const { method, params, topic } = request
    switch (method) {
      case 'wc_sessionPropose':
        if (oneClick && signInPairings.has(topic)) return void heldProposals.set(topic, request)
        return approveProposal(context, request, otherAccounts)
      case 'wc_sessionAuthenticate':
        return oneClick ? approveSignIn(context, request, () => useProposal(topic)) : undefined
      case 'wc_sessionRequest': {
        // One request at a time, as real wallets handle them.
        const result = lastRequest.then(() =>
          handleSessionRequest(context, { params, topic, notifier, requests, answer }),
        )
        lastRequest = result.catch(() => undefined)
        return messenger.respond(request, await result)
      }
      case 'wc_sessionPing':
      case 'wc_pairingPing':
        return messenger.respond(request, true)
      case 'wc_sessionDelete':
        await messenger.respond(request, true)
        return forget(topic)
      case 'wc_pairingDelete':
        return forget(topic)
      default:
        throw new ProviderRpcError({ code: sessionErrorCodes.methodUnsupported, message: 'Unsupported' })
    }
  }

  /** Falls back to the proposal of a pairing, whether it has arrived already or not. */
  async function useProposal(topic: string): Promise<void> {
    signInPairings.delete(topic)
    const proposal = heldProposals.get(topic)
    if (proposal) await approveProposal(context, proposal, otherAccounts)
  }

  function forget(topic: string) {
    sessions.delete(topic)
    messenger.close(topic)
  }

  function newestSession(): WalletSession {
    const session = [...sessions.values()].at(-1)
    if (!session) throw new Error('The wallet has no session. Pair first and approve the proposal.')
    return session
  }

  const isSessionMethod = (method: string | undefined) => method?.startsWith('wc_') === true
  const wallet: WalletConnectWallet = {
    evm,
    requests,
    settlement: {},
    get sessions() {
      return [...sessions.values()]
    },
    get pending() {
      return [...approvals.pending, ...evm.pending]
    },
    setPolicy(policy: Policy, { method } = {}) {
      if (method === undefined || isSessionMethod(method)) approvals.setPolicy(policy, { method })
      if (!isSessionMethod(method)) evm.setPolicy(policy, { method })
    },
    onRequest(listener) {
      const unsubscribes = [approvals.onRequest(listener), evm.onRequest(listener)]
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
    waitForRequest({ method } = {}) {
      if (method !== undefined) return (isSessionMethod(method) ? approvals : evm).waitForRequest({ method })
      return Promise.race([approvals.waitForRequest(), evm.waitForRequest()])
    },
    release(decision) {
      approvals.release(decision)
      evm.release(decision)
    },
    async pair(uri) {
      const { topic, symKey, methods } = parsePairingUri(uri)
      if (methods?.includes('wc_sessionAuthenticate')) signInPairings.add(topic)
      await messenger.open(topic, symKey)
    },
    async switchChain(chainId) {
      notifier.isPaused = true
      evm.switchChain(chainId)
      notifier.isPaused = false
      await notifier.notify({ name: 'chainChanged', data: chainId })
    },
    async switchAccount(index) {
      notifier.isPaused = true
      evm.switchAccount(index)
      notifier.isPaused = false
      const address = evm.accounts[index]
      await notifier.notify({ name: 'accountsChanged', data: address ? [address] : [] })
    },
    emit: ({ name, data, chainId }) => wallet.send('wc_sessionEvent', { event: { name, data }, chainId }),
    async update(namespaces) {
      const session = newestSession()
      const result = await messenger.request(session.topic, 'wc_sessionUpdate', { namespaces })
      session.namespaces = namespaces as SessionNamespaces
      return result
    },
    async extend(expiry) {
      const session = newestSession()
      const params = expiry === undefined ? {} : { expiry }
      const result = await messenger.request(session.topic, 'wc_sessionExtend', params)
      session.expiry = expiry ?? now() + sessionLifetime
      return result
    },
    ping: () => wallet.send('wc_sessionPing', {}),
    async disconnect() {
      const reason = { code: sessionErrorCodes.userDisconnected, message: 'User disconnected.' }
      for (const topic of [...sessions.keys()]) {
        await messenger.notify(topic, 'wc_sessionDelete', reason)
        forget(topic)
      }
    },
    send: (method, params) => messenger.request(newestSession().topic, method, params),
    drop: () => messenger.drop(),
    close: () => messenger.closeAll(),
  }
  return wallet
}

const defaultMetadata: PeerMetadata = {
  name: 'Dev Mobile Wallet',
  description: 'A wallet for tests',
  url: 'https://wallet.test',
  icons: ['https://wallet.test/icon.png'],
  redirect: { native: 'devwallet://', universal: 'https://wallet.test' },
}
