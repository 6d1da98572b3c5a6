import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { delegatorContracts, unsignedOperationTypedData } from '@portico/protocol/smartAccount'
import {
  concatHex,
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  type HttpTransport,
  http,
  numberToHex,
  type PrivateKeyAccount,
  type PublicClient,
  parseAbi,
  type TestClient,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { packUserOperation } from '../src/modules/bundler/operation/packUserOperation.ts'
import { toUserOperation } from '../src/modules/bundler/operation/toUserOperation.ts'
import type { UserOperation } from '../src/modules/bundler/operation/UserOperation.ts'

const [one] = devnetManifest.chains
/** The contracts that tests call. */
export const local = {
  guestbook: one.contracts.guestbook as Hex,
  dusd: one.tokens.find(({ symbol }) => symbol === 'DUSD')?.address as Hex,
  collector: devnetManifest.sponsor.owner,
  paymaster: devnetManifest.sponsor.paymaster,
  relayer: devnetManifest.sponsor.relayer,
}
const { EIP7702StatelessDeleGator: implementation } = delegatorContracts

/** A call of an account. */
export type TestCall = { target: Hex; value?: bigint; callData?: Hex }

/** A local chain with a paymaster. */
export type SponsoredChain = {
  url: string
  client: PublicClient<HttpTransport, typeof anvil>
  /** Changes the chain. */
  node: TestClient<'anvil'>
  /** Returns an account without coins; `isUpgraded`, it already delegates its code. */
  createAccount(state?: { isUpgraded?: boolean }): Promise<PrivateKeyAccount>
  /** Gives an account play dollars. */
  give(to: Hex, amount: bigint): Promise<void>
  stop(): Promise<void>
}

const abi = parseAbi([
  'function execute(bytes32 mode, bytes executionCalldata) payable',
  'function sign(string text)',
  'function transfer(address to, uint256 amount)',
])
const executions = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const

/** Writes a batch; by default of which all calls succeed, or none. */
export function encodeBatch(calls: readonly TestCall[], mode: Hex = `0x01${'0'.repeat(62)}`): Hex {
  const list = calls.map(({ target, value = 0n, callData = '0x' as Hex }) => ({ target, value, callData }))
  return encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [mode, encodeAbiParameters(executions, [list])],
  })
}

/** Writes one call, which needs less gas than a batch of one. */
export const encodeSingle = (target: Hex, callData: Hex, value = 0n): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [`0x${'0'.repeat(64)}`, concatHex([target, numberToHex(value, { size: 32 }), callData])],
  })

/** Batch, of which calls may fail. */
const tryMode: Hex = `0x0101${'0'.repeat(60)}`

/** Writes the batch that pays a fee in a token first. */
export function encodeFeeBatch({
  sender,
  fee,
  calls,
}: {
  sender: Hex
  fee: { token: string; collector: string; amount: string | bigint }
  calls: readonly TestCall[]
}): Hex {
  return encodeBatch([
    transferOf(fee.token as Hex, fee.collector as Hex, BigInt(fee.amount)),
    { target: sender, callData: encodeBatch([{ target: sender, callData: encodeBatch(calls) }], tryMode) },
  ])
}

/** A call that the local project pays for. */
export const signGuestbook = (text = 'Somebody else paid for this.'): TestCall => ({
  target: local.guestbook,
  callData: encodeFunctionData({ abi, functionName: 'sign', args: [text] }),
})

export const transferOf = (token: Hex, to: Hex, amount: bigint): TestCall => ({
  target: token,
  callData: encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] }),
})

/** The typed data that an account signs for an operation. */
export function operationTypedData(operation: UserOperation) {
  return unsignedOperationTypedData(packUserOperation(operation), anvil.id)
}

/** Signs an operation as the wallet does. */
export function signOperation(owner: PrivateKeyAccount, operation: Record<string, unknown>): Promise<Hex> {
  return owner.signTypedData(operationTypedData(toUserOperation(operation as never)))
}

/** Signs the upgrade of an account, as JSON-RPC has it. */
export async function signUpgrade(owner: PrivateKeyAccount, changes: Record<string, unknown> = {}) {
  const terms = { chainId: anvil.id, address: implementation as Hex, nonce: 0, ...changes }
  const { r, s, yParity = 0 } = await owner.signAuthorization(terms as never)
  return {
    chainId: numberToHex(terms.chainId),
    address: terms.address,
    nonce: numberToHex(terms.nonce),
    yParity: numberToHex(yParity),
    r,
    s,
  }
}

/** Starts the local chains with everything that sponsored operations need. The caller must stop it. */
export async function startSponsoredChain(): Promise<SponsoredChain> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bundler-'))
  const devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  const url = devnet.chains[0]?.url ?? ''
  const shared = { chain: anvil, transport: http(url), pollingInterval: 50, cacheTime: 0 }
  const client: SponsoredChain['client'] = createPublicClient(shared)
  const node: SponsoredChain['node'] = createTestClient({ ...shared, mode: 'anvil' })
  // One block per transaction, and none in between: a test that turns that off then decides about every block.
  await node.setAutomine(true)
  const rich = createWalletClient({
    ...shared,
    account: privateKeyToAccount(devnetManifest.accounts[0]?.privateKey as Hex),
  })
  return {
    url,
    client,
    node,
    async createAccount({ isUpgraded = true } = {}) {
      const account = privateKeyToAccount(generatePrivateKey())
      const bytecode = concatHex(['0xef0100', implementation as Hex])
      if (isUpgraded) await node.setCode({ address: account.address, bytecode })
      return account
    },
    async give(to, amount) {
      const { target, callData } = transferOf(local.dusd, to, amount)
      const hash = await rich.sendTransaction({ to: target, data: callData as Hex })
      await client.waitForTransactionReceipt({ hash })
    },
    async stop() {
      await devnet.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
