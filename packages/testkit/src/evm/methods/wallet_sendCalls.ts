import { isRecord, readProperty, rpcErrorCodes } from '@portico/protocol'
import type { Address, Hex } from 'viem'
import { ProviderRpcError } from '../../ProviderRpcError.ts'
import { toChainIdHex } from '../evmChain.ts'
import { isHexBytes } from '../isHexBytes.ts'
import type { Batch } from './batch.ts'
import { firstObject, invalidParams, type Method, readAccount, type WalletContext } from './method.ts'
import { sendAtomically } from './sendAtomically.ts'
import { sendOneByOne } from './sendOneByOne.ts'

/** One call of a batch. Quantities are in hex. */
export type BatchCall = { to?: Address | undefined; data?: Hex | undefined; value?: Hex | undefined }

type Parsed = { id: string; chainId: number; from: Address; calls: BatchCall[]; version: string }

/** Executes calls together, or one by one, as the wallet's option `batches` says (EIP-5792). Returns the ID of the batch. */
export const wallet_sendCalls: Method<Parsed> = {
  supported: ({ batches }) => batches !== undefined,
  connected: true,
  parse(wallet, params) {
    const given = firstObject(params, 'wallet_sendCalls')
    const { version, chainId: chainHex, from, calls, id, atomicRequired, capabilities } = given
    if (version !== '1.0' && version !== '2.0.0')
      throw invalidParams('`version` of wallet_sendCalls must be "1.0" or "2.0.0".')
    const account = readAccount(wallet, from ?? wallet.state.exposed[0], '`from` of wallet_sendCalls')
    const chain = wallet.state.chains.find(({ chainId }) => toChainIdHex(chainId) === chainHex)
    if (!chain)
      throw failure(rpcErrorCodes.unsupportedChainId, `The wallet does not have the chain ${chainHex}.`)
    if (version === '2.0.0' && typeof atomicRequired !== 'boolean')
      throw invalidParams('`atomicRequired` of wallet_sendCalls must be true or false.')
    if (atomicRequired === true && wallet.batches !== 'atomic')
      throw failure(rpcErrorCodes.atomicityNotSupported, 'The wallet cannot execute calls all or none.')
    if (!Array.isArray(calls) || calls.length === 0)
      throw invalidParams('`calls` of wallet_sendCalls must be an array that is not empty.')
    if (id !== undefined && (typeof id !== 'string' || id === '' || id.length > 8194))
      throw invalidParams('`id` of wallet_sendCalls must be a text of at most 8194 characters.')
    if (id !== undefined && wallet.sentBatches.has(id))
      throw failure(rpcErrorCodes.duplicateCallsId, `There is a batch with the ID ${id} already.`)
    refuseCapabilities([capabilities, ...calls.map((call) => readProperty(call, 'capabilities'))])
    return {
      id: id ?? randomId(),
      version,
      chainId: chain.chainId,
      from: account,
      calls: calls.map(readCall),
    }
  },
  consent: true,
  async run(wallet, { id, version, chainId, from, calls }) {
    const isAtomic = wallet.batches === 'atomic'
    const batch: Batch = { chainId, from, version, isAtomic, hashes: [], isOpen: true }
    const send = isAtomic ? sendAtomically : sendOneByOne
    await send(wallet, { batch, from, calls })
    wallet.sentBatches.set(id, batch)
    return version === '1.0' ? id : { id }
  },
}

function readCall(value: unknown): BatchCall {
  if (!isRecord(value)) throw invalidParams('Each of `calls` must be an object.')
  const { to, data, value: amount } = value
  if (to !== undefined && !(typeof to === 'string' && /^0x[0-9a-f]{40}$/i.test(to)))
    throw invalidParams('`to` of a call must be an address: 0x and 40 hex digits.')
  if (data !== undefined && !(typeof data === 'string' && isHexBytes(data)))
    throw invalidParams('`data` of a call must be bytes in hex.')
  if (amount !== undefined && !(typeof amount === 'string' && /^0x[0-9a-f]{1,64}$/i.test(amount)))
    throw invalidParams('`value` of a call must be a quantity in hex.')
  return { to: to as Address | undefined, data: data as Hex | undefined, value: amount as Hex | undefined }
}

/** The wallet has no capability that a batch could ask for. */
function refuseCapabilities(all: readonly unknown[]): void {
  for (const given of all) {
    for (const [name, value] of Object.entries(isRecord(given) ? given : {})) {
      if (readProperty(value, 'optional') !== true)
        throw failure(rpcErrorCodes.unsupportedCapability, `The wallet does not support ${name}.`)
    }
  }
}

function failure(code: number, message: string): ProviderRpcError {
  return new ProviderRpcError({ code, message })
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export type SendBatch = (
  wallet: WalletContext,
  parameters: { batch: Batch; from: Address; calls: readonly BatchCall[] },
) => Promise<void>
