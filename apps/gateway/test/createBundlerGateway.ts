import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { type Hex, numberToHex, type PrivateKeyAccount } from 'viem'
import { createSecretKey } from '../src/modules/projects/secretKey.ts'
import { createProjectStore } from '../src/modules/projects/store.ts'
import { createTestApp } from '../src/testing/createTestApp.ts'
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
 * Creates a gateway that pays for operations on a local chain, for project `local`, and its server's requests.
 *
 * @returns the test app; `clock.ms` is added to the time of the gateway.
 */
export async function createBundlerGateway({
  chain: { url, client },
  env = {},
  ...more
}: {
  chain: Pick<SponsoredChain, 'url' | 'client'>
  env?: Record<string, string>
} & Partial<Parameters<typeof createTestApp>[0]>) {
  const clock = { ms: 0 }
  const gateway = await createTestApp({
    rpcUrls: { [bundlerChain]: [url] },
    env: { ...gatewayEnv, ...env },
    now: () => Date.now() + clock.ms,
    ...more,
  })
  const { services, app } = gateway
  const { key, hash } = createSecretKey()
  await createProjectStore({ database: services.database }).addKey({
    id: 'test',
    projectId: 'local',
    hash,
    createdAt: 1,
  })
  await services.projects.refresh()

  /** Calls a method with the project's secret key, or with other headers. */
  async function call(
    method: string,
    params: readonly unknown[],
    headers: Record<string, string> = { authorization: `Bearer ${key}` },
    query = `chainId=${bundlerChain}&projectId=local`,
  ): Promise<BundlerAnswer> {
    const response = await app.request(`/v1/bundler?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return (await response.json()) as BundlerAnswer
  }

  /** Calls a method that must succeed. */
  async function ask<Result>(method: string, params: readonly unknown[]): Promise<Result> {
    const { result, error } = await call(method, params)
    if (error) throw new Error(`${method}: ${error.code} ${error.message} ${JSON.stringify(error.data)}`)
    return result as Result
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
    ...gateway,
    clock,
    key,
    call,
    ask,
    prepare,
    sponsor,
    sign,
    bundler: services.modules.bundler.bundlers.get(bundlerChain),
    store: services.modules.bundler.store,
    /** Prepares, sponsors and signs an operation. */
    async make(query: Parameters<typeof prepare>[0], context?: Rpc): Promise<Rpc> {
      return sign(query.owner, await sponsor(await prepare(query), context))
    },
    send: (operation: Rpc) => ask<Hex>('eth_sendUserOperation', [operation, EntryPoint]),
    trySend: (operation: Rpc) => call('eth_sendUserOperation', [operation, EntryPoint]),
    receipt: (hash: Hex) => ask<Rpc | null>('eth_getUserOperationReceipt', [hash]),
  }
}
