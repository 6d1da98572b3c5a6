import type { Network } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { base58 } from '@scure/base'
import { callFeature } from '../connector/callFeature.ts'
import type { WalletSession } from '../connector/createConnector.ts'
import { signBytes } from '../connector/signBytes.ts'
import { isNamed, toWalletChain } from '../connector/walletChains.ts'
import { base58Bytes, copyBytes } from '../parsing/bytes.ts'
import { readMethod } from '../parsing/parseWallet.ts'
import { readList } from '../parsing/readList.ts'
import { answerRequest } from './answerRequest.ts'
import { fillIn } from './fillIn.ts'
import { readWire } from './readWire.ts'
import type { SendOptions, SolanaProvider, SolanaPublicKey, SolanaTransaction } from './SolanaProvider.ts'
import { toPublicKey } from './toPublicKey.ts'
import { fromBytes, toBytes } from './transactionBytes.ts'

/** What an application gets of a wallet. Everything the wallet answers is checked; what was sent is told as an event. */
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
  /** By event and listener. */
  const stops = new Map<string, Map<unknown, () => void>>()
  let publicKey: SolanaPublicKey | undefined

  /** Account and chain of a request. */
  function target(): { account: object; address: string; chain: string } {
    const { address, networkId } = session
    const account = session.account(address)
    return {
      account,
      address: address as string,
      chain: toWalletChain(networkId as NonNullable<typeof networkId>),
    }
  }

  async function signWires(wires: readonly Uint8Array[]): Promise<Uint8Array[]> {
    const { account, address, chain } = target()
    const inputs = wires.map((transaction) => ({ account, chain, transaction }))
    const outputs = readList(await callFeature(wallet, 'solana:signTransaction', ...inputs))
    return wires.map((_, index) => {
      const signed = copyBytes(readProperty(outputs[index], 'signedTransaction'))
      if (signed && isSignedBy(signed, address)) return signed
      throw new RpcError({
        rpcCode: rpcErrorCodes.internalError,
        message:
          'The wallet signed badly: its answer to solana:signTransaction is not signed by the account.',
      })
    })
  }

  async function send(wire: Uint8Array, given: SendOptions | undefined): Promise<string> {
    const { account, chain } = target()
    const options = { preflightCommitment: commitment, ...given }
    // The network of now: the kit may be on another when the wallet answers.
    const { networkId } = session
    const network = nameless()
    if (network) {
      const [signed] = await signWires([wire])
      const { broadcast } = await import('./broadcast.ts')
      return tell(await broadcast({ network, wire: signed as Uint8Array, options }), networkId)
    }
    const input = { account, chain, transaction: wire, options }
    const [output] = readList(await callFeature(wallet, 'solana:signAndSendTransaction', input))
    const signature = copyBytes(readProperty(output, 'signature'), 64)
    if (!signature) {
      throw new RpcError({
        rpcCode: rpcErrorCodes.internalError,
        message: 'The wallet answered badly: what it sent has no signature of 64 bytes.',
      })
    }
    return tell(base58.encode(signature), networkId)
  }

  /** A network that is one of many "localnet" to wallets: theirs may be another, so what they sign is sent from here. */
  function nameless(): Network | undefined {
    const { networkId, networks } = session
    if (!networkId || isNamed(networkId)) return undefined
    if (!readMethod(wallet, 'solana:signTransaction', 'signTransaction')) return undefined
    return networks.find(
      ({ caipNetworkId, rpcUrls }) => caipNetworkId === networkId && rpcUrls.default?.http[0],
    )
  }

  function tell(hash: string, networkId: WalletSession['networkId']): string {
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
          message: 'A message to sign is a Uint8Array.',
        })
      }
      return signBytes({ wallet, account: target().account, message: bytes })
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
      if (session.address === undefined) target()
      await fillIn({ transaction, connection, payer: session.address as string, commitment, signers })
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
        if (base58Bytes(hash, 64)) return tell(hash, networkId)
      } catch (error) {
        throw toRpcError(error, 'The connection did not send the transaction.')
      }
      throw new RpcError({
        rpcCode: rpcErrorCodes.internalError,
        message: 'The connection answered something that is not the id of a transaction.',
      })
    },
    request: (request) => answerRequest(provider, request),
    on(event, listener) {
      provider.off(event, listener)
      const say = listener as (value?: unknown) => void
      const stop = session.subscribe((told) => {
        if (event === 'accountsChanged' && told.type === 'accounts') say(provider.publicKey ?? null)
        if (event === 'accountsChanged' && told.type === 'disconnect') say(null)
        if (event === 'disconnect' && told.type === 'disconnect') say()
        if (event === 'chainChanged' && told.type === 'network') say(told.networkId)
      })
      stops.set(event, (stops.get(event) ?? new Map()).set(listener, stop))
    },
    off(event, listener) {
      stops.get(event)?.get(listener)?.()
      stops.get(event)?.delete(listener)
    },
  }
  return Object.freeze(provider)
}

/** Whether the wire is a transaction in which the place of this account is signed. What it says is the wallet's: some add a fee. */
function isSignedBy(bytes: Uint8Array, address: string): boolean {
  const wire = readWire(bytes)
  const index = wire?.signers.findIndex((signer) => base58.encode(signer) === address) ?? -1
  return wire?.signatures[index]?.some((byte) => byte !== 0) ?? false
}
