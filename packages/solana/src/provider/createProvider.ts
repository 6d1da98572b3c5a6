import type { Network } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { base58 } from '@scure/base'
import { callFeature } from '../connector/callFeature.ts'
import { signBytes } from '../connector/signBytes.ts'
import type { WalletSession } from '../connector/WalletSession.ts'
import { hasWalletChain, toWalletChain } from '../connector/walletChains.ts'
import { base58Bytes, copyBytes } from '../parsing/bytes.ts'
import { readMethod } from '../parsing/parseWallet.ts'
import { readList } from '../parsing/readList.ts'
import { handleRequest } from './handleRequest.ts'
import { prepareTransaction } from './prepareTransaction.ts'
import { readWire } from './readWire.ts'
import type { SendOptions, SolanaProvider, SolanaPublicKey, SolanaTransaction } from './SolanaProvider.ts'
import { toPublicKey } from './toPublicKey.ts'
import { fromBytes, toBytes } from './transactionBytes.ts'

/** Creates the provider of a connector. Validates what the wallet returns, and emits an event for every sent transaction. */
export function createProvider({
  id,
  name,
  session,
}: {
  id: string
  name: string
  session: WalletSession
}): SolanaProvider {
  const { wallet, commitment } = session
  /** Functions that end subscriptions, by event and listener. */
  const unsubscribers = new Map<string, Map<unknown, () => void>>()
  let publicKey: SolanaPublicKey | undefined

  /** Returns the account and chain for a request. @throws {RpcError} 4100 if no account is connected. */
  function requestTarget(): { account: object; address: string; chain: string } {
    const { address, networkId } = session
    const account = session.account(address)
    return {
      account,
      address: address as string,
      chain: toWalletChain(networkId as NonNullable<typeof networkId>),
    }
  }

  async function signWires(wires: readonly Uint8Array[]): Promise<Uint8Array[]> {
    const { account, address, chain } = requestTarget()
    const inputs = wires.map((transaction) => ({ account, chain, transaction }))
    const outputs = readList(await callFeature(wallet, 'solana:signTransaction', ...inputs))
    return wires.map((_, index) => {
      const signed = copyBytes(readProperty(outputs[index], 'signedTransaction'))
      if (signed && isSignedBy(signed, address)) return signed
      throw new RpcError({
        rpcCode: rpcErrorCodes.internalError,
        message: 'The wallet returned an invalid signature: the transaction is not signed by the account.',
      })
    })
  }

  async function send(wire: Uint8Array, sendOptions: SendOptions | undefined): Promise<string> {
    const { account, chain } = requestTarget()
    const options = { preflightCommitment: commitment, ...sendOptions }
    // Capture the network now: it may change before the wallet responds.
    const { networkId } = session
    const network = signOnlyNetwork()
    if (network) {
      const [signed] = await signWires([wire])
      const { broadcast } = await import('./broadcast.ts')
      const urls = network.rpcUrls.default?.http ?? []
      return emitTransaction(
        await broadcast({ network, urls, wire: signed as Uint8Array, options }),
        networkId,
      )
    }
    const input = { account, chain, transaction: wire, options }
    const [output] = readList(await callFeature(wallet, 'solana:signAndSendTransaction', input))
    const signature = copyBytes(readProperty(output, 'signature'), 64)
    if (!signature) {
      throw new RpcError({
        rpcCode: rpcErrorCodes.internalError,
        message:
          'The wallet returned an invalid signature: solana:signAndSendTransaction must return 64 bytes.',
      })
    }
    return emitTransaction(base58.encode(signature), networkId)
  }

  /**
   * Returns the current network if the wallet must not or cannot send to it: the wallet's `localnet` may be another network than
   * one that has no Wallet Standard chain of its own. The wallet only signs then, and the transaction is sent through the network's
   * own endpoints.
   */
  function signOnlyNetwork(): Network | undefined {
    const { networkId, networks } = session
    if (!networkId) return undefined
    const canSend = readMethod(wallet, 'solana:signAndSendTransaction', 'signAndSendTransaction')
    if (canSend && hasWalletChain(networkId)) return undefined
    if (!readMethod(wallet, 'solana:signTransaction', 'signTransaction')) return undefined
    return networks.find(
      ({ caipNetworkId, rpcUrls }) => caipNetworkId === networkId && rpcUrls.default?.http[0],
    )
  }

  function emitTransaction(hash: string, networkId: WalletSession['networkId']): string {
    if (networkId) session.emit({ type: 'transaction', hash, networkId })
    return hash
  }

  const provider: SolanaProvider = {
    id,
    name,
    get publicKey() {
      const { address } = session
      if (publicKey?.toBase58() !== address)
        publicKey = address === undefined ? undefined : toPublicKey(address)
      return publicKey
    },
    async signMessage(message) {
      const bytes = copyBytes(message)
      if (!bytes) {
        throw new RpcError({
          rpcCode: rpcErrorCodes.invalidParams,
          message: 'The message must be a Uint8Array.',
        })
      }
      return signBytes({ wallet, account: requestTarget().account, message: bytes })
    },
    async signTransaction(transaction) {
      const [signed] = await signWires([toBytes(transaction)])
      return fromBytes(signed as Uint8Array, transaction)
    },
    async signAllTransactions<T extends SolanaTransaction>(transactions: readonly T[]) {
      if (transactions.length === 0) return []
      const signed = await signWires(transactions.map(toBytes))
      return signed.map((wire, index) => fromBytes(wire, transactions[index] as T))
    },
    signAndSendTransaction: async (transaction, options) => send(toBytes(transaction), options),
    async sendTransaction(transaction, connection, { signers, ...options } = {}) {
      // Throws 4100 if no account is connected.
      if (session.address === undefined) requestTarget()
      await prepareTransaction({
        transaction,
        connection,
        payer: session.address as string,
        commitment,
        signers,
      })
      const wire = toBytes(transaction)
      if (readMethod(wallet, 'solana:signAndSendTransaction', 'signAndSendTransaction'))
        return send(wire, options)
      const { networkId } = session
      const [signed] = await signWires([wire])
      try {
        const hash = await connection.sendRawTransaction(signed as Uint8Array, {
          preflightCommitment: commitment,
          ...options,
        })
        if (base58Bytes(hash, 64)) return emitTransaction(hash, networkId)
      } catch (error) {
        throw toRpcError(error, 'The connection did not send the transaction.')
      }
      throw new RpcError({
        rpcCode: rpcErrorCodes.internalError,
        message: 'The connection did not return a transaction ID.',
      })
    },
    request: (request) => handleRequest(provider, request),
    on(event, listener) {
      provider.off(event, listener)
      const notify = listener as (value?: unknown) => void
      const unsubscribe = session.subscribe((change) => {
        if (event === 'accountsChanged' && change.type === 'accounts') notify(provider.publicKey ?? null)
        if (event === 'accountsChanged' && change.type === 'disconnect') notify(null)
        if (event === 'disconnect' && change.type === 'disconnect') notify()
        if (event === 'chainChanged' && change.type === 'network') notify(change.networkId)
      })
      unsubscribers.set(event, (unsubscribers.get(event) ?? new Map()).set(listener, unsubscribe))
    },
    off(event, listener) {
      unsubscribers.get(event)?.get(listener)?.()
      unsubscribers.get(event)?.delete(listener)
    },
  }
  return Object.freeze(provider)
}

/** Returns whether bytes are a transaction signed by this account. The content may differ: some wallets add a fee. */
function isSignedBy(bytes: Uint8Array, address: string): boolean {
  const wire = readWire(bytes)
  const index = wire?.signers.findIndex((signer) => base58.encode(signer) === address) ?? -1
  return wire?.signatures[index]?.some((byte) => byte !== 0) ?? false
}
