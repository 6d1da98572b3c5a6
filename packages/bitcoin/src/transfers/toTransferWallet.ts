import { RpcError, readProperty, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { base64 } from '@scure/base'
import { toNetworkId } from '../networks/bitcoinNetworks.ts'
import type { NetworkName } from '../networks/networkNames.ts'
import { addressScript } from '../parsing/addressScript.ts'
import { matchingKey } from '../parsing/matchingKey.ts'
import { readList } from '../parsing/readList.ts'
import type { BitcoinProvider } from '../provider/BitcoinProvider.ts'
import { emitTransaction } from '../provider/emitTransaction.ts'
import { providerSessions } from '../provider/providerSessions.ts'
import { requireAccount } from '../provider/requireAccount.ts'
import { throwInvalidResponse } from '../provider/throwRpcError.ts'
import type { InputToSign } from '../wallets/BitcoinWallet.ts'

/** What sending needs of a connected wallet. */
export interface TransferWallet {
  /** Whether the address is for inscriptions, whose coins must not be spent as money. */
  isOrdinal: boolean
  /** Has the wallet build, sign and send a payment. Absent if it cannot, or would pay from another address. */
  pay?: ((recipient: string, amount: bigint) => Promise<string>) | undefined
  /** Returns the public key of the address in hex; undefined if the wallet does not share it. */
  getPublicKey(): Promise<string | undefined>
  /** Requests signatures for a PSBT. Returns it as bytes, base64 or hex. */
  sign(parameters: { psbt: Uint8Array; signInputs: InputToSign[] }): Promise<unknown>
  /** Reports a transaction that was sent for the wallet. */
  report(id: string): void
}

/**
 * Returns what sending needs of the wallet behind a provider: of this package, or of WalletConnect, whose provider has `request`
 * only.
 *
 * @throws {RpcError} 4901 if the wallet is on another network; 4100 if it does not share the address
 */
export function toTransferWallet(
  provider: unknown,
  { from, network }: { from: string; network: NetworkName },
): TransferWallet {
  const session = providerSessions.get(provider as BitcoinProvider)
  if (!session) return toRemoteWallet(provider, { from, network })
  if (session.network !== network)
    throw new RpcError({
      rpcCode: rpcErrorCodes.chainDisconnected,
      message: `The wallet is on Bitcoin ${session.network}, not ${network}.`,
    })
  const { type, publicKey } = requireAccount(session, from)
  const { sendTransfer, signPSBT } = provider as BitcoinProvider
  const canPay = session.wallet.sendTransfer && session.accounts[0]?.address === from
  return {
    isOrdinal: type === 'ordinal',
    ...(canPay ? { pay: (recipient, amount) => sendTransfer({ recipient, amount: String(amount) }) } : {}),
    getPublicKey: async () => publicKey,
    sign: async ({ psbt, signInputs }) => (await signPSBT({ psbt: base64.encode(psbt), signInputs })).psbt,
    report: (id) => void emitTransaction({ ...session, network }, id),
  }
}

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc */
function toRemoteWallet(
  provider: unknown,
  { from, network }: { from: string; network: NetworkName },
): TransferWallet {
  const account = { account: from, chainId: toNetworkId(network) }
  async function request(method: string, params: object): Promise<unknown> {
    try {
      return await (provider as Pick<BitcoinProvider, 'request'>).request({ method, params })
    } catch (error) {
      throw toRpcError(error, `The wallet did not answer ${method}.`)
    }
  }
  return {
    isOrdinal: false,
    async pay(recipientAddress, amount) {
      const response = await request('sendTransfer', { ...account, recipientAddress, amount: String(amount) })
      const id = readProperty(response, 'txid')
      if (typeof id === 'string' && /^[0-9a-f]{64}$/.test(id)) return id
      return throwInvalidResponse('The wallet returned an invalid transaction ID.')
    },
    async getPublicKey() {
      const script = addressScript(from, network)
      const listed = readList(await request('getAccountAddresses', account).catch(() => undefined))
      const own = listed.find((entry) => readProperty(entry, 'address') === from)
      return script && matchingKey(readProperty(own, 'publicKey'), script)
    },
    async sign({ psbt, signInputs }) {
      const params = { ...account, psbt: base64.encode(psbt), signInputs, broadcast: false }
      return readProperty(await request('signPsbt', params), 'psbt')
    },
    report() {},
  }
}
