import { createEvmWallet, type EvmWallet } from '@portico/testkit'
import { describeRequest } from '@portico/testkit/prompt'
import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import type { SessionTypes } from '@walletconnect/types'
import { getSdkError } from '@walletconnect/utils'
import { stringToHex } from 'viem'
import type { ServerAddresses } from '../serverAddresses.ts'
import { accounts } from './accounts.ts'
import type { ApprovalRequest } from './approvalRequest.ts'
import { createConnectRequest } from './createConnectRequest.ts'
import { describeApp } from './describeApp.ts'
import { addActiveChain, runRequest } from './runRequest.ts'
import { chainsOf, withAccount } from './sessionNamespaces.ts'
import { signIn } from './signIn.ts'

/** The wallet behind the page: the keys and chains of a test wallet, and WalletConnect sessions with applications. */
export type Companion = {
  readonly evm: EvmWallet
  /** The index of the active account in `evm.accounts`. */
  readonly account: number
  /** The requests waiting for the user. */
  readonly pending: readonly ApprovalRequest[]
  readonly sessions: readonly { topic: string; app: string; url: string; networks: readonly string[] }[]
  /** Whether the wallet supports one-click sign-in. Otherwise it only approves sessions. */
  readonly oneClick: boolean
  setOneClick(isOn: boolean): void
  /** @throws if the pairing URI cannot be used. */
  pair(uri: string): Promise<void>
  switchNetwork(chainId: number): Promise<void>
  switchAccount(index: number): Promise<void>
  disconnect(topic: string): Promise<void>
}

/** The request that is being handled, which a signing prompt belongs to. */
type Job = { id: number; topic: string; app: string; title?: string }

/**
 * Creates the wallet. It handles the requests of applications one at a time, each with the user's approval.
 *
 * @param onChange called when any property of the companion has changed.
 * @param showStatus shows the user what has happened.
 */
export function createCompanion({
  kit,
  chains,
  onChange,
  showStatus,
}: {
  kit: IWalletKit
  chains: ServerAddresses['chains']
  onChange: () => void
  showStatus: (sentence: string) => void
}): Companion {
  const evm = createEvmWallet({
    chains,
    accounts,
    policy: 'ask',
    authorized: true,
    info: { name: 'Companion Wallet', rdns: 'dev.portico.companion' },
    storage: localStorage,
  })
  // Overwrite stored chains, which may have outdated ports.
  for (const chain of chains) evm.addChain(chain)
  const pending = new Map<string, ApprovalRequest>()
  const address = () => evm.accounts[accountIndex()] as string
  const networks = chains.map(({ chainId, name }) => ({ id: `eip155:${chainId}`, name }))
  const nameOf = (chain: string) => networks.find(({ id }) => id === chain)?.name ?? chain
  let account = Number(localStorage.getItem('companion.account') ?? 0) || 0
  let job: Job | undefined
  let lastJob: Promise<unknown> = Promise.resolve()
  let oneClick = false

  function accountIndex(): number {
    return account < evm.accounts.length ? account : 0
  }

  function addPending(request: ApprovalRequest): void {
    pending.set(request.id, request)
    showStatus(`${request.app}: ${request.title}`)
    onChange()
  }

  function removePending(matches: (request: ApprovalRequest) => boolean): void {
    for (const request of [...pending.values()]) if (matches(request)) pending.delete(request.id)
    onChange()
  }

  function sessions(): SessionTypes.Struct[] {
    return Object.values(kit.getActiveSessions())
  }

  /** Shows `failure` if the work rejects. */
  async function attempt(work: Promise<unknown>, failure: string): Promise<void> {
    try {
      await work
    } catch {
      showStatus(failure)
    } finally {
      onChange()
    }
  }

  /** Runs jobs one at a time. */
  function enqueue(work: () => Promise<void>): void {
    lastJob = lastJob.then(work, work)
  }

  // The inner wallet asks for approval to use its keys. The current job says which application the request came from.
  evm.onRequest((request) => {
    const { app = 'This page', topic = '', title } = job ?? {}
    const id = `key-${request.id}`
    addPending({
      ...describeRequest(request),
      ...(title ? { title } : {}),
      id,
      app,
      topic,
      approve: () => request.approve(),
      reject: () => request.reject(),
    })
    void request.settled.then(() => removePending((entry) => entry.id === id))
  })

  kit.on('session_proposal', (proposal) => {
    const onDecided = () => removePending((request) => request.id === `proposal-${proposal.id}`)
    const onStatus = (sentence: string) => {
      showStatus(sentence)
      // Approving may have added a session.
      onChange()
    }
    addPending(createConnectRequest({ kit, proposal, networks, address, onDecided, showStatus: onStatus }))
  })

  function authenticate(request: WalletKitTypes.SessionAuthenticate): void {
    const { id, topic, params } = request
    const app = describeApp(params.requester.metadata).name
    enqueue(async () => {
      const outcome = signIn({
        kit,
        request,
        chains: networks.map((network) => network.id),
        preferred: `eip155:${evm.chainId}`,
        address: address(),
        async sign(message) {
          job = { id, topic, app, title: 'Connect and sign in?' }
          const params = [stringToHex(message), address()]
          const signature = await evm.provider
            .request({ method: 'personal_sign', params })
            .catch(() => undefined)
          job = undefined
          return typeof signature === 'string' ? signature : undefined
        },
      })
      await attempt(
        outcome.then((result) => {
          if (result === 'connected') showStatus(`Connected to ${app} and signed in.`)
        }),
        `Could not connect to ${app}. Create a new link there and try again.`,
      )
    })
  }

  kit.on('session_request', ({ id, topic, params: { request, chainId } }) => {
    enqueue(async () => {
      const session = kit.getActiveSessions()[topic]
      if (!session) return
      job = { id, topic, app: describeApp(session.peer.metadata).name }
      const response = await runRequest({ kit, evm, address: address(), topic, chainId, ...request }).then(
        (result) => ({ id, jsonrpc: '2.0' as const, result }),
        ({ code = -32603, message = 'Internal error' }) => ({
          id,
          jsonrpc: '2.0' as const,
          error: { code, message },
        }),
      )
      job = undefined
      onChange()
      await attempt(
        kit.respondSessionRequest({ topic, response }),
        'The application no longer waits for this response.',
      )
    })
  })

  kit.on('session_delete', ({ topic }) => {
    showStatus('An application disconnected.')
    dismiss(topic)
  })
  kit.on('session_request_expire', ({ id }) => {
    if (job?.id === id) evm.release('reject')
  })
  kit.on('proposal_expire', ({ id }) => removePending((request) => request.id === `proposal-${id}`))
  // The application's user closed the QR code.
  kit.core.pairing.events.on('pairing_delete', ({ topic }: { topic: string }) => dismiss(topic))

  function dismiss(topic: string): void {
    if (job?.topic === topic) evm.release('reject')
    removePending((request) => request.topic === topic)
  }

  /** Sends an event to every session, after `change` has updated the session. */
  async function notify(
    event: { name: string; data: unknown },
    change: (session: SessionTypes.Struct) => Promise<unknown>,
  ): Promise<void> {
    const notified = sessions().map(async (session) => {
      await change(session)
      const { topic } = session
      const shared = chainsOf(kit.getActiveSessions()[topic]?.namespaces ?? {})
      const chainId = shared.find((chain) => chain === `eip155:${evm.chainId}`) ?? shared[0]
      if (chainId) await kit.emitSessionEvent({ topic, event, chainId })
    })
    await attempt(Promise.all(notified), 'An application could not be notified.')
  }

  const companion: Companion = {
    evm,
    get account() {
      return accountIndex()
    },
    get pending() {
      return [...pending.values()]
    },
    get sessions() {
      return sessions().map(({ topic, peer, namespaces }) => {
        const { name: app, url } = describeApp(peer.metadata)
        return { topic, app, url, networks: chainsOf(namespaces).map(nameOf) }
      })
    },
    get oneClick() {
      return oneClick
    },
    setOneClick(isOn) {
      if (isOn === oneClick) return
      oneClick = isOn
      // The client falls back to a plain session proposal only without this listener.
      if (isOn) kit.on('session_authenticate', authenticate)
      else kit.off('session_authenticate', authenticate)
    },
    pair: (uri) => kit.pair({ uri: uri.trim() }),
    async switchNetwork(chainId) {
      evm.switchChain(chainId)
      showStatus(`Network: ${nameOf(`eip155:${chainId}`)}.`)
      onChange()
      await notify({ name: 'chainChanged', data: chainId }, (session) =>
        addActiveChain({ kit, evm, address: address(), session }),
      )
    },
    async switchAccount(index) {
      account = index
      localStorage.setItem('companion.account', String(index))
      evm.switchAccount(index)
      showStatus(`Account: ${address()}.`)
      onChange()
      await notify({ name: 'accountsChanged', data: [address()] }, async ({ topic, namespaces }) => {
        const { acknowledged } = await kit.updateSession({
          topic,
          namespaces: withAccount(namespaces, address()),
        })
        await acknowledged()
      })
    },
    async disconnect(topic) {
      const reason = getSdkError('USER_DISCONNECTED')
      const disconnected = kit.disconnectSession({ topic, reason })
      await attempt(
        disconnected.then(() => showStatus('Disconnected.')),
        'Disconnected, but the application could not be notified.',
      )
    },
  }
  evm.switchAccount(accountIndex())
  companion.setOneClick(true)
  return companion
}
