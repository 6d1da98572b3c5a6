import { RpcError } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import { encodeFunctionData, erc20Abi, type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createRequests } from '../src/requests/createRequests.ts'
import { createScriptedApprover } from './createScriptedApprover.ts'
import { createTestLocks } from './createTestLocks.ts'
import { createTestSigner, testSolanaAddress } from './createTestSigner.ts'

/** The visitor. */
export const account = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
)
export const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const token = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const { EIP7702StatelessDeleGator: implementation } = delegatorContracts
/** The code of the visitor's account once it is upgraded. */
export const delegated = `0xef0100${implementation.slice(2).toLowerCase()}`
export const network = { chainId: 'eip155:31337', implementation }
let last = 0
export const newId = () => (last++).toString(16).padStart(32, '0')
export const transfer = (amount: bigint, to: Hex = bob) => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})
export const two = [transfer(1n), transfer(2n)]

type Options = Parameters<typeof createScriptedApprover>[0] & {
  networks?: () => unknown
  /** The code of the account. */
  code?: () => string
  /** The nonce that is leased, and the account's latest one. */
  nonce?: () => unknown
  latest?: () => string
  memory?: Map<string, unknown>
  rpc?: (method: string, params: readonly unknown[]) => unknown
  simulation?: object
  gatewayUrl?: string
  /** Those of the page; pages of one partition share them. */
  locks?: LockManager
  /** Called and awaited before and after each access to the gateway, a node, the store and the key. */
  step?: () => Promise<void>
}

/** Creates the requests of a page that batches calls on one network, with a scripted visitor, gateway and node. */
export function createCallsScene({
  networks = () => [network],
  code = () => '0x',
  nonce = () => 7,
  latest = () => '0x7',
  memory = new Map(),
  rpc,
  simulation = {},
  gatewayUrl,
  step = async () => {},
  locks = createTestLocks().open().locks,
  ...script
}: Options = {}) {
  const stepped = async <T>(run: () => T | Promise<T>): Promise<T> => {
    await step()
    const result = await run()
    await step()
    return result
  }
  let time = Date.parse('2026-06-01T12:00:00Z')
  const raws: Hex[] = []
  const bodies: [string, unknown][] = []
  const asked: [string, readonly unknown[]][] = []
  let opened = 0
  const approver = createScriptedApprover(script)
  const requests = createRequests({
    session: {
      address: account.address,
      origin: 'https://app.example',
      projectId: 'local',
      dapp: {},
      solanaAddress: () => testSolanaAddress,
      chainId: () => 'eip155:31337',
      openSigner: () =>
        stepped(() => {
          opened += 1
          return createTestSigner(account)
        }),
    },
    surface: { show() {}, hide() {} },
    gatewayUrl,
    approver,
    riskLimits: { usd: 100, share: 0.5 },
    now: () => time,
    locks,
    store: {
      read: (key) => stepped(() => memory.get(key)),
      write: (key, value) => stepped(() => void memory.set(key, value)),
    },
    rpc: (_chain, method, params) => stepped(() => node(method, params)),
    gateway: (path, request) => stepped(() => serve(path, request)),
  })

  async function node(method: string, params: readonly unknown[]): Promise<unknown> {
    asked.push([method, params])
    const answer = rpc?.(method, params)
    if (answer !== undefined) return answer
    if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x3b9aca00' }
    if (method === 'eth_maxPriorityFeePerGas') return '0x3b9aca00'
    if (method === 'eth_estimateGas') return '0xea60'
    if (method === 'eth_getTransactionCount') return latest()
    if (method === 'eth_getCode') return params[0] === account.address ? code() : '0x60'
    if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash') return null
    if (method === 'eth_sendRawTransaction') {
      raws.push(params[0] as Hex)
      return keccak256(params[0] as Hex)
    }
    if (method === 'eth_call') {
      const { data } = params[0] as { data: string }
      if (data === '0x95d89b41') return `0x${Buffer.from('DUSD').toString('hex').padEnd(64, '0')}`
      if (data === '0x313ce567') return `0x${'6'.padStart(64, '0')}`
      if (data.startsWith('0x70a08231')) return `0x${1_000_000n.toString(16).padStart(64, '0')}`
    }
    throw new RpcError({ rpcCode: 3, message: 'execution reverted' })
  }

  async function serve(
    path: string,
    { method = 'GET', body }: { method?: string | undefined; body?: unknown } = {},
  ) {
    bodies.push([`${method} ${path.replace(/[0-9a-f]{32}/, '<id>')}`, body])
    if (path === '/wallet/v1/networks') return networks()
    if (path === '/wallet/v1/nonces') return { nonce: nonce() }
    if (path.startsWith('/wallet/v1/nonces/')) return {}
    if (path === '/v1/tx/simulate')
      return {
        ...{ status: 'success', method: 'eth_simulateV1', complete: true, changes: [], approvals: [] },
        ...simulation,
      }
    throw new Error('problem')
  }

  return {
    ...{ requests, approver, raws, bodies, asked, memory },
    opened: () => opened,
    wait: (milliseconds: number) => {
      time += milliseconds
    },
    turnOff: (chainId = network.chainId, own = newId()) => requests.turnOffSmartAccount({ id: own, chainId }),
    send: (fields: object = {}, own = newId()) =>
      requests.handle({ id: own, method: 'wallet_sendCalls', params: [{ ...batch, ...fields }] }),
    status: (of: unknown) => requests.handle({ id: newId(), method: 'wallet_getCallsStatus', params: [of] }),
    capabilities: () =>
      requests.handle({ id: newId(), method: 'wallet_getCapabilities', params: [account.address] }),
  }
}

/** The parameters of `wallet_sendCalls` by default. */
const batch = {
  version: '2.0.0',
  chainId: '0x7a69',
  from: account.address,
  atomicRequired: true,
  calls: two as object[],
}
