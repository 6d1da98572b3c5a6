import { createEvmWallet, type EvmWallet } from '@portico/testkit'
import { describeRequest } from '@portico/testkit/prompt'
import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import type { SessionTypes } from '@walletconnect/types'
import { getSdkError } from '@walletconnect/utils'
import { stringToHex } from 'viem'
import type { ServerAddresses } from '../serverAddresses.ts'
import { accounts } from './accounts.ts'
import { askToConnect } from './askToConnect.ts'
import { describeApp } from './describeApp.ts'
import type { Question } from './question.ts'
import { chainsOf, withAccount } from './sessionNamespaces.ts'
import { signIn } from './signIn.ts'

/** The wallet behind the page: keys and chains of `@portico/testkit`, and sessions with applications. */
export type Companion = {
  readonly evm: EvmWallet
  /** The place of the account in use in `evm.accounts`. */
  readonly account: number
  readonly questions: readonly Question[]
  readonly sessions: readonly { topic: string; app: string; url: string; networks: readonly string[] }[]
  /** Whether it signs in with the connection; else it settles a plain session. */
  readonly oneClick: boolean
  setOneClick(isOn: boolean): void
  /** @throws where the link cannot be used */
  pair(uri: string): Promise<void>
  switchNetwork(chainId: number): Promise<void>
  switchAccount(index: number): Promise<void>
  disconnect(topic: string): Promise<void>
}

/** Something of a session's that is being answered. */
type Job = { id: number; topic: string; app: string; title?: string }

/**
 * Answers applications as wallets do: one question at a time, each to be said yes or no to.
 *
 * @param onChange called whenever something above is another
 * @param say tells the person what has happened
 */
export function createCompanion({
  kit,
  chains,
  onChange,
  say,
}: {
  kit: IWalletKit
  chains: ServerAddresses['chains']
  onChange: () => void
  say: (sentence: string) => void
}): Companion {
  const evm = createEvmWallet({
    chains,
    accounts,
    policy: 'ask',
    authorized: true,
    info: { name: 'Companion Wallet', rdns: 'dev.portico.companion' },
    storage: localStorage,
  })
  // What it remembers of the chains may be of a day when they had other ports.
  for (const chain of chains) evm.addChain(chain)
  const questions = new Map<string, Question>()
  const address = () => evm.accounts[accountIndex()] as string
  const networks = chains.map(({ chainId, name }) => ({ id: `eip155:${chainId}`, name }))
  const nameOf = (chain: string) => networks.find(({ id }) => id === chain)?.name ?? chain
  let account = Number(localStorage.getItem('companion.account') ?? 0) || 0
  let job: Job | undefined
  let last: Promise<unknown> = Promise.resolve()
  let oneClick = false

  function accountIndex(): number {
    return account < evm.accounts.length ? account : 0
  }

  function ask(question: Question): void {
    questions.set(question.id, question)
    say(`${question.app} asks: ${question.title}`)
    onChange()
  }

  function close(matches: (question: Question) => boolean): void {
    for (const question of [...questions.values()]) if (matches(question)) questions.delete(question.id)
    onChange()
  }

  function sessions(): SessionTypes.Struct[] {
    return Object.values(kit.getActiveSessions())
  }

  /** Says what went wrong; the page goes on. */
  async function attempt(work: Promise<unknown>, failure: string): Promise<void> {
    try {
      await work
    } catch {
      say(failure)
    } finally {
      onChange()
    }
  }

  /** One thing at a time, as a person can read one. */
  function inTurn(work: () => Promise<void>): void {
    last = last.then(work, work)
  }

  // What the keys are needed for asks by itself; whose request that is, the job knows.
  evm.onRequest((request) => {
    const { app = 'This page', topic = '', title } = job ?? {}
    const id = `key-${request.id}`
    ask({
      ...describeRequest(request),
      ...(title ? { title } : {}),
      id,
      app,
      topic,
      approve: () => request.approve(),
      reject: () => request.reject(),
    })
    void request.settled.then(() => close((question) => question.id === id))
  })

  kit.on('session_proposal', (proposal) => {
    const done = () => close((question) => question.id === `proposal-${proposal.id}`)
    const tellPerson = (sentence: string) => {
      say(sentence)
      // With the answer there may be a session more.
      onChange()
    }
    ask(askToConnect({ kit, proposal, networks, address, done, say: tellPerson }))
  })

  function authenticate(request: WalletKitTypes.SessionAuthenticate): void {
    const { id, topic, params } = request
    const app = describeApp(params.requester.metadata).name
    inTurn(async () => {
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
        outcome.then((what) => {
          if (what === 'connected') say(`Connected to ${app}, and signed in.`)
        }),
        `${app} could not be connected: make a new link there, and try again.`,
      )
    })
  }

  kit.on('session_request', ({ id, topic, params: { request, chainId } }) => {
    inTurn(async () => {
      const session = kit.getActiveSessions()[topic]
      if (!session) return
      job = { id, topic, app: describeApp(session.peer.metadata).name }
      const response = await answer({ topic, chainId, ...request }).then(
        (result) => ({ id, jsonrpc: '2.0' as const, result }),
        ({ code = -32603, message = 'Internal error' }) => ({
          id,
          jsonrpc: '2.0' as const,
          error: { code, message },
        }),
      )
      job = undefined
      await attempt(
        kit.respondSessionRequest({ topic, response }),
        'The application does not wait for this answer any more.',
      )
    })
  })

  async function answer({
    topic,
    chainId,
    method,
    params,
  }: {
    topic: string
    chainId: string
    method: string
    params: unknown
  }): Promise<unknown> {
    const isSwitch = /^wallet_(switch|add)EthereumChain$/.test(method)
    const before = evm.chainId
    try {
      // The request names its network; the wallet's own stays where it is, but for a switch.
      evm.switchChain(Number(chainId.split(':')[1]))
      const result = await evm.provider.request({ method, params: params as object })
      const session = kit.getActiveSessions()[topic]
      // An application may go only where its session is: it hears of the network before the answer.
      if (isSwitch && session) await widen(session)
      return result
    } catch (error) {
      if (isSwitch) evm.switchChain(before)
      throw error
    } finally {
      if (!isSwitch) evm.switchChain(before)
      onChange()
    }
  }

  async function widen({ topic, namespaces }: SessionTypes.Struct): Promise<void> {
    const chain = `eip155:${evm.chainId}`
    if (chainsOf(namespaces).includes(chain)) return
    const { acknowledged } = await kit.updateSession({
      topic,
      namespaces: withAccount(namespaces, address(), chain),
    })
    await acknowledged()
  }

  kit.on('session_delete', ({ topic }) => {
    say('An application has ended its connection.')
    dismiss(topic)
  })
  kit.on('session_request_expire', ({ id }) => {
    if (job?.id === id) evm.release('reject')
  })
  kit.on('proposal_expire', ({ id }) => close((question) => question.id === `proposal-${id}`))
  // The visitor there has closed the code.
  kit.core.pairing.events.on('pairing_delete', ({ topic }: { topic: string }) => dismiss(topic))

  function dismiss(topic: string): void {
    if (job?.topic === topic) evm.release('reject')
    close((question) => question.topic === topic)
  }

  /** Tells every session, after what `change` has changed of it. */
  async function tell(
    event: { name: string; data: unknown },
    change: (session: SessionTypes.Struct) => Promise<unknown>,
  ): Promise<void> {
    const told = sessions().map(async (session) => {
      await change(session)
      const { topic } = session
      const known = chainsOf(kit.getActiveSessions()[topic]?.namespaces ?? {})
      const chainId = known.find((chain) => chain === `eip155:${evm.chainId}`) ?? known[0]
      if (chainId) await kit.emitSessionEvent({ topic, event, chainId })
    })
    await attempt(Promise.all(told), 'An application could not be told.')
  }

  const companion: Companion = {
    evm,
    get account() {
      return accountIndex()
    },
    get questions() {
      return [...questions.values()]
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
      // The client takes a plain proposal only where nobody listens to the other.
      if (isOn) kit.on('session_authenticate', authenticate)
      else kit.off('session_authenticate', authenticate)
    },
    pair: (uri) => kit.pair({ uri: uri.trim() }),
    async switchNetwork(chainId) {
      evm.switchChain(chainId)
      say(`The network is ${nameOf(`eip155:${chainId}`)}.`)
      onChange()
      await tell({ name: 'chainChanged', data: chainId }, widen)
    },
    async switchAccount(index) {
      account = index
      localStorage.setItem('companion.account', String(index))
      evm.switchAccount(index)
      say(`The account is ${address()}.`)
      onChange()
      await tell({ name: 'accountsChanged', data: [address()] }, async ({ topic, namespaces }) => {
        const { acknowledged } = await kit.updateSession({
          topic,
          namespaces: withAccount(namespaces, address()),
        })
        await acknowledged()
      })
    },
    async disconnect(topic) {
      const reason = getSdkError('USER_DISCONNECTED')
      const gone = kit.disconnectSession({ topic, reason })
      await attempt(
        gone.then(() => say('Disconnected.')),
        'The application could not be told; here it is forgotten.',
      )
    },
  }
  evm.switchAccount(accountIndex())
  companion.setOneClick(true)
  return companion
}
