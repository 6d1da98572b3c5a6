import type { Connector, ConnectorEvent, Network } from '@portico/core'
import { type CaipNetworkId, RpcError, readProperty, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { base58 } from '@scure/base'
import { parseAccounts } from '../parsing/parseAccounts.ts'
import { type FoundWallet, readChains, readMethod } from '../parsing/parseWallet.ts'
import { createProvider } from '../provider/createProvider.ts'
import type { Commitment } from '../solana.ts'
import { callFeature } from './callFeature.ts'
import { listenToWallet } from './listenToWallet.ts'
import { signBytes } from './signBytes.ts'
import { isSignIn, signIn } from './signIn.ts'
import { chooseNetwork, toWalletChain } from './walletChains.ts'

/** Milliseconds a wallet has to forget the page. */
const disconnectTimeout = 500

/** What is known of a wallet when its connector is made. */
export interface CreateConnectorParameters extends FoundWallet {
  commitment: Commitment
  /** Those the application lists, of all families. */
  networks?: readonly Network[] | undefined
}

/** What the connector and the provider it gives to applications know together. */
export interface WalletSession {
  wallet: object
  commitment: Commitment
  networks: readonly Network[]
  /** Where the kit is, as of the last connect or switch. */
  networkId: CaipNetworkId | undefined
  /** The active account, as of the last connect or change. */
  address: string | undefined
  /** The wallet's own object for an address. */
  account(address: string | undefined): object
  emit(event: ConnectorEvent): void
  subscribe(listener: (event: ConnectorEvent) => void): () => void
}

/** A connector to one wallet of the Wallet Standard. Trusts nothing the wallet says or does. */
export function createConnector({
  id,
  name,
  icon,
  wallet,
  commitment,
  networks = [],
}: CreateConnectorParameters): Connector {
  const subscribers = new Set<(event: ConnectorEvent) => void>()
  let originals = new Map<string, object>()
  let stopListening: (() => void) | undefined
  /** Whether the wallet writes sign-ins in words of its own, so that it is not asked twice each time. */
  let writesOtherTexts = false

  const session: WalletSession = {
    wallet,
    commitment,
    networks,
    networkId: undefined,
    address: undefined,
    account(address) {
      // The newest first: wallets make new objects for what is the same account.
      const current = parseAccounts(readProperty(wallet, 'accounts')).originals
      const found = address === undefined ? undefined : (current.get(address) ?? originals.get(address))
      if (found) return found
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'The wallet does not share this account. Connect it first.',
      })
    },
    emit(event) {
      if (event.type === 'accounts') session.address = event.accounts[0]?.address
      if (event.type === 'network') session.networkId = event.networkId
      if (event.type === 'disconnect') session.address = undefined
      for (const subscriber of [...subscribers]) {
        try {
          subscriber(event)
        } catch (error) {
          // One listener's fault is neither the others' nor that of the application's request.
          globalThis.reportError?.(error)
        }
      }
    },
    subscribe(subscriber) {
      // An entry of its own for each call, so that a function that subscribes twice also leaves twice.
      const entry = (event: ConnectorEvent) => subscriber(event)
      subscribers.add(entry)
      stopListening ??= listenToWallet(session, (found) => {
        originals = found
      })
      return () => {
        if (!subscribers.delete(entry) || subscribers.size > 0) return
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
      const answer = await callFeature(wallet, 'standard:connect', ...(silent ? [{ silent: true }] : []))
      // Some answer with nothing, and list their accounts all the same.
      const listed = readProperty(answer, 'accounts') ?? readProperty(wallet, 'accounts')
      const { accounts, originals: found } = parseAccounts(listed)
      if (!silent && accounts.length === 0) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unauthorized,
          message: 'The wallet shared no account of Solana. Unlock it and choose one.',
        })
      }
      const network = chooseNetwork(readChains(wallet), networkId)
      if (!network) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.chainDisconnected,
          message: 'The wallet is on no network of Solana that is known.',
        })
      }
      originals = found
      session.address = accounts[0]?.address
      session.networkId = network
      return { accounts, networkId: network }
    },
    async disconnect() {
      session.address = undefined
      if (!readMethod(wallet, 'standard:disconnect', 'disconnect')) return
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, disconnectTimeout)
      })
      // Whatever the wallet says, the kit forgets it.
      await Promise.race([callFeature(wallet, 'standard:disconnect').catch(() => {}), late])
      clearTimeout(timer)
    },
    async switchNetwork({ network }) {
      if (!readChains(wallet).includes(toWalletChain(network.caipNetworkId))) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.unrecognizedChain,
          message: `The wallet does not know ${network.name}. Choose another network or another wallet.`,
          metaMessages: [`Network: ${network.caipNetworkId}`],
        })
      }
      // The wallet has no network of its own: each transaction says for which one it is.
      session.emit({ type: 'network', networkId: network.caipNetworkId })
    },
    async signMessage({ message, address }) {
      if (!writesOtherTexts && isSignIn(message) && readMethod(wallet, 'solana:signIn', 'signIn')) {
        try {
          const signature = await signIn(wallet, message)
          if (signature) return base58.encode(signature)
          writesOtherTexts = true
        } catch (error) {
          const failure = toRpcError(error, 'The wallet did not sign in.')
          if (failure.rpcCode === rpcErrorCodes.userRejected) throw failure
          // A wallet may refuse what it does not know, such as a local network, and still sign the text.
          writesOtherTexts = true
        }
      }
      const bytes = new TextEncoder().encode(message)
      return base58.encode(await signBytes({ wallet, account: session.account(address), message: bytes }))
    },
    getProvider: () => provider,
    subscribe: session.subscribe,
  }
}
