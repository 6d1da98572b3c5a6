import { type Connector, type ConnectorEvent, createEmitter, type Network } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { base58 } from '@scure/base'
import type { Commitment } from '../Commitment.ts'
import { parseAccounts } from '../parsing/parseAccounts.ts'
import { type FoundWallet, readChains, readMethod } from '../parsing/parseWallet.ts'
import { createProvider } from '../provider/createProvider.ts'
import { callFeature } from './callFeature.ts'
import { listenToWallet } from './listenToWallet.ts'
import { signBytes } from './signBytes.ts'
import { isSignIn, signIn } from './signIn.ts'
import type { WalletSession } from './WalletSession.ts'
import { chooseNetwork, toWalletChain } from './walletChains.ts'

/** How long to wait for the wallet when disconnecting. */
const disconnectTimeoutMs = 500

/** Parameters of {@link createConnector}. */
export interface CreateConnectorParameters extends FoundWallet {
  commitment: Commitment
  /** The application's networks, of all namespaces. */
  networks?: readonly Network[] | undefined
}

/** Creates a connector for a Wallet Standard wallet. Validates everything the wallet returns. */
export function createConnector({
  id,
  name,
  icon,
  wallet,
  commitment,
  networks = [],
}: CreateConnectorParameters): Connector {
  const events = createEmitter<ConnectorEvent>()
  let originals = new Map<string, object>()
  let stopListening: (() => void) | undefined
  /** Whether `solana:signIn` failed or signed another text. Later sign-ins then use `solana:signMessage` directly. */
  let skipsSignIn = false

  const session: WalletSession = {
    wallet,
    commitment,
    networks,
    networkId: undefined,
    address: undefined,
    account(address) {
      // Prefer the wallet's current objects: wallets replace the object of an account.
      const current = parseAccounts(readProperty(wallet, 'accounts')).originals
      const account = address === undefined ? undefined : (current.get(address) ?? originals.get(address))
      if (account) return account
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'The wallet does not share this account. Connect it first.',
      })
    },
    emit(event) {
      if (event.type === 'accounts') session.address = event.accounts[0]?.address
      if (event.type === 'network') session.networkId = event.networkId
      if (event.type === 'disconnect') session.address = undefined
      events.emit(event)
    },
    subscribe(subscriber) {
      const unsubscribe = events.on(subscriber)
      stopListening ??= listenToWallet(session, (current) => {
        originals = current
      })
      return () => {
        unsubscribe()
        if (events.size > 0) return
        stopListening?.()
        stopListening = undefined
      }
    },
  }
  const provider = createProvider({ id, name, session })

  return {
    id,
    name,
    icon,
    type: 'ANNOUNCED',
    namespace: 'solana',
    async connect({ silent, networkId }) {
      const response = await callFeature(wallet, 'standard:connect', ...(silent ? [{ silent: true }] : []))
      // Some wallets return nothing but list their accounts in `accounts`.
      const listed = readProperty(response, 'accounts') ?? readProperty(wallet, 'accounts')
      const { accounts, originals: connected } = parseAccounts(listed)
      if (!silent && accounts.length === 0) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unauthorized,
          message: 'The wallet shared no Solana account. Unlock the wallet and choose an account.',
        })
      }
      const network = chooseNetwork(readChains(wallet), networkId)
      if (!network) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.chainDisconnected,
          message: 'The wallet supports no known Solana network.',
        })
      }
      originals = connected
      session.address = accounts[0]?.address
      session.networkId = network
      return { accounts, networkId: network }
    },
    async disconnect() {
      session.address = undefined
      if (!readMethod(wallet, 'standard:disconnect', 'disconnect')) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const timedOut = new Promise((resolve) => {
        timer = setTimeout(resolve, disconnectTimeoutMs)
      })
      // The kit disconnects in any case, even if the wallet fails or does not respond.
      await Promise.race([callFeature(wallet, 'standard:disconnect').catch(() => {}), timedOut])
      clearTimeout(timer)
    },
    async switchNetwork({ network }) {
      if (!readChains(wallet).includes(toWalletChain(network.caipNetworkId))) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unrecognizedChain,
          message: 'Chain is not supported',
          isExact: true,
          metaMessages: [`Network: ${network.caipNetworkId}`],
        })
      }
      // A Wallet Standard wallet has no current network: every transaction names its chain.
      session.emit({ type: 'network', networkId: network.caipNetworkId })
    },
    async signMessage({ message, address }) {
      if (!skipsSignIn && isSignIn(message) && readMethod(wallet, 'solana:signIn', 'signIn')) {
        try {
          const signature = await signIn(wallet, message)
          if (signature) return base58.encode(signature)
          skipsSignIn = true
        } catch (error) {
          const failure = toRpcError(error, 'The wallet did not sign in.')
          if (failure.rpcCode === rpcErrorCodes.userRejected) throw failure
          // The wallet may refuse the sign-in, for example for a local network, but still sign the text.
          skipsSignIn = true
        }
      }
      const bytes = new TextEncoder().encode(message)
      return base58.encode(await signBytes({ wallet, account: session.account(address), message: bytes }))
    },
    getProvider: () => provider,
    subscribe: session.subscribe,
  }
}
