import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { createLog } from '@portico/server'
import { Agent } from 'undici'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
} from 'viem'
import { createChain } from '../src/chains/evm/chain/createChain.ts'
import { createEvmUpstreams } from '../src/chains/evm/upstreams/createEvmUpstreams.ts'
import type { Dex } from '../src/infra/config/SwapsConfig.ts'

const { swaps, chains, accounts } = devnetManifest
const [one] = chains
const [dusd, mrbl] = one.tokens.map(({ address }) => address) as [Address, Address]

const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function deposit() payable',
  'function balanceOf(address) view returns (uint256)',
])

/** Starts the devnet's first chain, on which one account has plenty of every token and has allowed the router everything. */
export async function startSwapChain() {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-swaps-'))
  const devnet = await startChains({ dataDir: folder, ports: { 31337: 0, 31338: 0 } })
  const url = devnet.chains[0]?.url ?? ''
  const exchanges: string[] = []
  const dispatcher = new Agent()
  const upstreams = createEvmUpstreams({
    chain: 'eip155:31337',
    urls: [url],
    dispatcher,
    log: createLog({ level: 'silent' }),
    onUpstream: ({ method }) => void exchanges.push(method),
  })
  const trader = accounts[7]?.address as Address

  async function rpc<Result = string>(method: string, params: readonly unknown[] = []): Promise<Result> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const answer = (await response.json()) as { result: Result; error?: { message: string } }
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }
  /** Sends a transaction of the trader in a block of its own, and returns its gas. */
  async function send(to: Address, data: Hex, value = 0n): Promise<bigint> {
    const transaction = { from: trader, to, data, value: numberToHex(value), gas: '0x1e8480' }
    const hash = await rpc('eth_sendTransaction', [transaction])
    await rpc('evm_mine')
    const receipt = await rpc<{ status: string; gasUsed: string }>('eth_getTransactionReceipt', [hash])
    if (receipt.status !== '0x1') throw new Error('The transaction was reverted.')
    return BigInt(receipt.gasUsed)
  }
  const held = async (token: Address | 'native', account: Address): Promise<bigint> => {
    if (token === 'native') return BigInt(await rpc('eth_getBalance', [account, 'latest']))
    const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account] })
    return BigInt(await rpc('eth_call', [{ to: token, data }, 'latest']))
  }

  await rpc('evm_setAutomine', [false])
  await rpc('anvil_setBalance', [trader, numberToHex(parseEther('100000000'))])
  await send(swaps.wrapped, encodeFunctionData({ abi, functionName: 'deposit' }), parseEther('1000000'))
  for (const token of [dusd, mrbl, swaps.strictToken, swaps.feeToken, swaps.unsellableToken]) {
    const args = [trader, 10n ** (token === dusd || token === swaps.strictToken ? 16n : 27n)] as const
    await send(token, encodeFunctionData({ abi, functionName: 'mint', args }))
  }
  for (const token of [dusd, mrbl, swaps.strictToken, swaps.feeToken, swaps.unsellableToken, swaps.wrapped])
    await send(token, encodeFunctionData({ abi, functionName: 'approve', args: [swaps.router, maxUint256] }))

  return {
    url,
    rpc,
    send,
    held,
    trader,
    chain: createChain({ upstreams }),
    /** The requests that the gateway has made. */
    exchanges,
    stop: async () => {
      await dispatcher.destroy()
      await devnet.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The devnet's exchange as the configuration describes it. */
export const localDexes: readonly Dex[] = [
  { id: 'local-v2', kind: 'v2', factory: swaps.factory, router: swaps.router, fees: [3000] },
  {
    id: 'local-v3',
    kind: 'v3',
    factory: swaps.factory,
    router: swaps.router,
    fees: [100, 500, 3000, 10_000],
  },
]
