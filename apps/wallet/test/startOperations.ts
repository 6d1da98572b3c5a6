import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { RpcError } from '@portico/protocol'
import { createPublicClient, createWalletClient, encodeFunctionData, erc20Abi, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { createRequests } from '../src/requests/createRequests.ts'
import { createScriptedApprover } from './createScriptedApprover.ts'
import { createTestBundler } from './createTestBundler.ts'
import { createTestLocks } from './createTestLocks.ts'
import { createTestSigner } from './createTestSigner.ts'

const [chain] = devnetManifest.chains
const token = chain.tokens[0]?.address ?? '0x'
const rich = privateKeyToAccount(devnetManifest.accounts[0]?.privateKey ?? '0x')

type Options = Parameters<typeof createScriptedApprover>[0] &
  Pick<
    Parameters<typeof createTestBundler>[0],
    'fee' | 'sponsors' | 'feeTokens' | 'paymasterHost' | 'lie'
  > & {
    /** What the account has, in wei, and in smallest units of the token. */
    coins?: bigint
    tokens?: bigint
    memory?: Map<string, unknown>
    account?: ReturnType<typeof privateKeyToAccount>
    bundler?: ReturnType<typeof createTestBundler>
    now?: () => number
    /** Called and awaited before and after each access to the gateway, a node, the store and the key. */
    step?: () => Promise<void>
    /** Those of the page; pages of one partition share them. */
    locks?: LockManager
  }

/** Starts a local chain with the contracts of smart accounts, and creates wallets whose operations a test bundler sends there. */
export async function startOperations() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-operations-'))
  const devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  const url = devnet.chains.find(({ chainId }) => chainId === chain.chainId)?.url ?? ''
  const client = createPublicClient({ transport: http(url) })

  async function rpc(_chainId: string, method: string, params: readonly unknown[]): Promise<unknown> {
    const answer = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      headers: { 'content-type': 'application/json' },
    })
    const { result, error } = (await answer.json()) as {
      result?: unknown
      error?: { code: number; message: string }
    }
    if (error) throw new RpcError({ rpcCode: error.code, message: error.message })
    return result
  }

  const transfer = (to: Hex, amount: bigint) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
  })
  async function pay(to: Hex, amount: bigint): Promise<void> {
    const wallet = createWalletClient({ account: rich, transport: http(url) })
    const hash = await wallet.sendTransaction({ ...transfer(to, amount), chain: null })
    await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
  }
  const held = (owner: Hex) =>
    client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

  /** Creates a wallet with a new account, without coins by default. */
  async function createWallet(options: Options = {}) {
    const {
      coins,
      tokens = 0n,
      fee,
      sponsors,
      feeTokens,
      paymasterHost,
      lie,
      now,
      step = async () => {},
      locks = createTestLocks().open().locks,
      ...script
    } = options
    const { memory = new Map(), account = privateKeyToAccount(generatePrivateKey()) } = options
    const { address } = account
    if (coins !== undefined) await rpc('', 'anvil_setBalance', [address, `0x${coins.toString(16)}`])
    if (tokens > 0n) await pay(address, tokens)
    const given = { fee, sponsors, feeTokens, paymasterHost, lie }
    const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const bundler = options.bundler ?? createTestBundler({ url, address, ...defined })
    const approver = createScriptedApprover(script)
    let signatures = 0
    const stepped = async <T>(run: () => T | Promise<T>): Promise<T> => {
      await step()
      const result = await run()
      await step()
      return result
    }
    const requests = createRequests({
      locks,
      session: {
        address,
        origin: 'https://app.example',
        projectId: 'local',
        dapp: {},
        chainId: () => chain.caip2,
        solanaAddress: () => undefined,
        openSigner: () =>
          stepped(() =>
            createTestSigner(account, {
              onSign() {
                signatures += 1
              },
            }),
          ),
      },
      surface: { show() {}, hide() {} },
      approver,
      riskLimits: { usd: 100, share: 0.5 },
      now,
      rpc: (...call) => stepped(() => rpc(...call)),
      gateway: (path, request) => stepped(() => bundler.gateway(path, request)),
      gatewayUrl: 'https://gateway.example',
      store: {
        read: (key) => stepped(() => structuredClone(memory.get(key))),
        write: (key, value) => stepped(() => void memory.set(key, structuredClone(value))),
      },
    })
    let count = 0
    const ask = (method: string, params: unknown, id = `${count++}`.padStart(32, '0')) =>
      requests.handle({ id, method, params })
    const fields = { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: true }
    const send = async (calls: readonly object[], more: object = {}) =>
      ((await ask('wallet_sendCalls', [{ ...fields, calls, ...more }])) as { id: string }).id
    type Status = { status: number; receipts: { transactionHash: Hex; status: Hex; logs: object[] }[] }
    const status = async (id: string) => (await ask('wallet_getCallsStatus', [id])) as Status
    /** Waits until the calls have ended. */
    const end = async (id: string) => {
      await expect.poll(async () => (await status(id)).status).not.toBe(100)
      const { status: code, receipts } = await status(id)
      return { status: code, receipt: receipts[0] ?? expect.fail() }
    }
    /** What a question says, the first one by default. */
    const shown = (index = 0) =>
      approver.questions[index]?.description.facts.map(({ label, value }) => `${label}: ${value}`)
    return {
      ...{ account, address, bundler, approver, ask, send, status, end, shown, memory },
      code: () => rpc('', 'eth_getCode', [address, 'latest']),
      /** How many signatures the key has made. */
      signatures: () => signatures,
    }
  }

  return {
    ...{ url, rpc, token, transfer, pay, held, createWallet },
    async stop() {
      await devnet.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
