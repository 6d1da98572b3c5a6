import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import type { ICore } from '@walletconnect/types'
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

type Dapp = Awaited<ReturnType<typeof SignClient.init>>
type Wallet = Awaited<ReturnType<typeof WalletKit.init>>
type Session = Awaited<ReturnType<Awaited<ReturnType<Dapp['connect']>>['approval']>>

type Proposal = WalletKitTypes.SessionProposal

/** An app and a wallet that use WalletConnect's own client libraries. */
export type InteropPair = {
  dapp: Dapp
  wallet: Wallet
  account: PrivateKeyAccount
  chains: string[]
  /** Proposes a session, which the wallet approves. */
  connect(): Promise<Session>
  /** The wallet's handler of proposals; by default it approves. */
  decide: (proposal: Proposal) => Promise<unknown>
  /** The wallet's handler of requests; by default it signs. */
  answer: (method: string, params: readonly unknown[]) => Promise<unknown>
  close(): Promise<void>
}

let pairs = 0

const metadata = (name: string) => ({ name, description: name, url: `https://${name}.example`, icons: [] })

/** Creates an app and a wallet, connected to one relay or to two processes of it. Nothing is stored on disk. */
export async function createInteropPair({
  relayUrl,
  walletRelayUrl = relayUrl,
  chains = ['eip155:31337', 'eip155:31338'],
}: {
  relayUrl: string
  walletRelayUrl?: string
  chains?: string[]
}): Promise<InteropPair> {
  const account = privateKeyToAccount(generatePrivateKey())
  const common = { projectId: 'local', logger: 'silent', storageOptions: { database: ':memory:' } }
  const number = ++pairs
  // The libraries reuse one core per storage prefix for the whole process, even after it was closed.
  const dapp = await SignClient.init({
    ...common,
    relayUrl,
    metadata: metadata('dapp'),
    customStoragePrefix: `dapp-${number}`,
  })
  const core = new Core({ ...common, relayUrl: walletRelayUrl, customStoragePrefix: `wallet-${number}` })
  const wallet = await WalletKit.init({ core: core as ICore, metadata: metadata('wallet') })

  const pair: InteropPair = {
    dapp,
    wallet,
    account,
    chains,
    async connect() {
      const { uri, approval } = await dapp.connect({
        optionalNamespaces: {
          eip155: {
            chains,
            methods: [
              'personal_sign',
              'eth_signTypedData_v4',
              'eth_sendTransaction',
              'wallet_switchEthereumChain',
            ],
            events: ['accountsChanged', 'chainChanged'],
          },
        },
      })
      if (!uri) throw new Error('no pairing URI')
      // Call `approval` before pairing: it misses a session that is settled earlier, see `updateSession`.
      const approved = approval()
      approved.catch(() => undefined) // if pairing fails, nothing awaits it
      await wallet.pair({ uri })
      return approved
    },
    async decide({ id, params }) {
      const namespaces = buildApprovedNamespaces({
        proposal: params,
        supportedNamespaces: {
          eip155: {
            chains,
            methods: [
              'personal_sign',
              'eth_signTypedData_v4',
              'eth_sendTransaction',
              'wallet_switchEthereumChain',
            ],
            events: ['accountsChanged', 'chainChanged'],
            accounts: chains.map((chain) => `${chain}:${account.address}`),
          },
        },
      })
      await wallet.approveSession({ id, namespaces })
    },
    async answer(method, params) {
      if (method === 'personal_sign')
        return account.signMessage({ message: { raw: params[0] as `0x${string}` } })
      if (method === 'eth_signTypedData_v4') return account.signTypedData(JSON.parse(params[1] as string))
      throw getSdkError('UNSUPPORTED_METHODS')
    },
    async close() {
      for (const { relayer, heartbeat } of [dapp.core, wallet.core]) {
        heartbeat.stop()
        await relayer.transportClose().catch(() => undefined)
      }
    },
  }
  wallet.on('session_proposal', (proposal) => void pair.decide(proposal).catch(() => undefined))
  // Use `on` only: adding a `once` listener would stop all later requests.
  wallet.on('session_request', async ({ id, topic, params: { request } }) => {
    const response = await pair.answer(request.method, request.params as readonly unknown[]).then(
      (result) => ({ id, jsonrpc: '2.0' as const, result }),
      ({ code, message }) => ({ id, jsonrpc: '2.0' as const, error: { code, message } }),
    )
    await wallet.respondSessionRequest({ topic, response }).catch(() => undefined)
  })
  return pair
}
