import { delegatorContracts } from '@portico/protocol/smartAccount'
import { type Hex, numberToHex, type PrivateKeyAccount } from 'viem'
import {
  encodeBatch,
  type SponsoredChain,
  signGuestbook,
  signOperation,
  type TestCall,
} from './startSponsoredChain.ts'

export const bundlerChain = 'eip155:31337'
const { EntryPoint } = delegatorContracts
type Rpc = Record<string, unknown>
/** The answer of the bundler: a result, or an error. */
export type BundlerAnswer = {
  result?: unknown
  error?: {
    code: number
    message: string
    data?: { reason?: string; requestId?: string; revertData?: string }
  }
}

/**
 * Creates a client of a gateway's bundler, which calls with a secret key.
 *
 * @param request sends a request to a path of the gateway.
 */
export function createBundlerClient({
  client,
  key: secretKey,
  request,
}: {
  client: SponsoredChain['client']
  key: string
  request(path: string, init: RequestInit): Response | Promise<Response>
}) {
  /** Calls a method with the project's secret key, or with other headers. */
  async function call(
    method: string,
    params: readonly unknown[],
    headers: Record<string, string> = { authorization: `Bearer ${secretKey}` },
    query = `chainId=${bundlerChain}&projectId=local`,
  ): Promise<BundlerAnswer> {
    const response = await request(`/v1/bundler?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return (await response.json()) as BundlerAnswer
  }

  /** Calls a method that must succeed. */
  async function ask<Result>(method: string, params: readonly unknown[]): Promise<Result> {
    const answer = await call(method, params)
    if (!('result' in answer)) throw new Error(`${method}: ${JSON.stringify(answer)}`)
    return answer.result as Result
  }

  const readNonce = (sender: Hex, key = 0n) =>
    client.readContract({
      address: EntryPoint as Hex,
      abi: [
        {
          type: 'function',
          name: 'getNonce',
          stateMutability: 'view',
          inputs: [{ type: 'address' }, { type: 'uint192' }],
          outputs: [{ type: 'uint256' }],
        },
      ],
      functionName: 'getNonce',
      args: [sender, key],
    })

  /** Prepares an operation up to what the paymaster signs: fees and gas as the bundler estimates them. */
  async function prepare({
    owner,
    calls = [signGuestbook()],
    callData = encodeBatch(calls),
    key = 0n,
    ...fields
  }: {
    owner: PrivateKeyAccount
    calls?: readonly TestCall[]
    callData?: Hex
    key?: bigint
    eip7702Auth?: Rpc
  }): Promise<Rpc> {
    const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
    const draft = {
      sender: owner.address,
      nonce: numberToHex(await readNonce(owner.address, key)),
      callData,
      maxFeePerGas: numberToHex(maxFeePerGas * 2n),
      maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas * 2n),
      ...fields,
    }
    return { ...draft, ...(await ask<Rpc>('eth_estimateUserOperationGas', [draft, EntryPoint])) }
  }

  /** Has an operation paid for. */
  async function sponsor(operation: Rpc, context: Rpc = {}): Promise<Rpc> {
    const params = [operation, EntryPoint, '0x7a69', context]
    return { ...operation, ...(await ask<Rpc>('pm_getPaymasterData', params)) }
  }

  const sign = async (owner: PrivateKeyAccount, operation: Rpc): Promise<Rpc> => ({
    ...operation,
    signature: await signOperation(owner, operation),
  })

  return {
    call,
    ask,
    prepare,
    sponsor,
    sign,
    /** Prepares, sponsors and signs an operation. */
    async make(query: Parameters<typeof prepare>[0], context?: Rpc): Promise<Rpc> {
      return sign(query.owner, await sponsor(await prepare(query), context))
    },
    send: (operation: Rpc) => ask<Hex>('eth_sendUserOperation', [operation, EntryPoint]),
    trySend: (operation: Rpc) => call('eth_sendUserOperation', [operation, EntryPoint]),
    byHash: (hash: Hex) => ask<Rpc | null>('eth_getUserOperationByHash', [hash]),
    receipt: (hash: Hex) => ask<Rpc | null>('eth_getUserOperationReceipt', [hash]),
  }
}
