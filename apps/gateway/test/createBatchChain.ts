import { getArtifacts } from '@portico/devnet/artifacts'
import { plantSmartAccounts } from '@portico/devnet/smartAccounts'
import { delegatorContracts, unsignedOperationTypedData } from '@portico/protocol/smartAccount'
import {
  type Abi,
  concatHex,
  createWalletClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  type PrivateKeyAccount,
  parseAbi,
  parseAbiParameters,
  parseEther,
  type TransactionReceipt,
  toHex,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { type Anvil, startAnvil } from '../src/testing/startAnvil.ts'

/** A call of a batch. */
export type TestCall = { to: Hex; value?: bigint; data?: Hex }
/** A user operation as EntryPoint takes it. */
export type TestOperation = { sender: Hex; nonce: bigint; callData: Hex; signature: Hex } & Record<
  'initCode' | 'accountGasLimits' | 'gasFees' | 'paymasterAndData',
  Hex
> & { preVerificationGas: bigint }

const executeAbi = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)'])
const entryPointAbi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(PackedUserOperation[] ops, address beneficiary)',
  'function depositTo(address account) payable',
])
const { EntryPoint, EIP7702StatelessDeleGator } = delegatorContracts
const gas = 3_000_000n

/** Returns the data with which an account makes calls of itself, all or none. */
export function toBatch(calls: readonly TestCall[]): Hex {
  const list = calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, callData: data }))
  const executions = parseAbiParameters('(address target, uint256 value, bytes callData)[]')
  const content = encodeAbiParameters(executions, [list])
  return encodeFunctionData({ abi: executeAbi, args: [`0x01${'0'.repeat(62)}`, content] })
}

/** Returns the data of a call that an account tries: it may fail without the calls around it. */
export function toTried({ to, value = 0n, data = '0x' }: TestCall): Hex {
  const content = concatHex([to, toHex(value, { size: 32 }), data])
  return encodeFunctionData({ abi: executeAbi, args: [`0x0001${'0'.repeat(60)}`, content] })
}

/** Signs a user operation with the account's own key. */
export async function signOperation(
  account: PrivateKeyAccount,
  { callData, nonce, chainId }: { callData: Hex; nonce: bigint; chainId: number },
): Promise<TestOperation> {
  const operation = {
    ...{ sender: account.address, nonce, initCode: '0x' as Hex, callData, preVerificationGas: 50_000n },
    accountGasLimits: concatHex([toHex(200_000n, { size: 16 }), toHex(500_000n, { size: 16 })]),
    gasFees: concatHex([toHex(1n, { size: 16 }), toHex(1n, { size: 16 })]),
    paymasterAndData: '0x',
  } as const
  const signature = await account.signTypedData(unsignedOperationTypedData(operation, chainId))
  return { ...operation, signature }
}

/** Starts a chain with the contracts of smart accounts. The caller must stop it. */
export async function createBatchChain() {
  const anvil: Anvil = await startAnvil()
  await plantSmartAccounts(anvil.rpc as never)
  const artifacts = await getArtifacts()
  const nonces = new Map<Hex, bigint>()

  const clientOf = (account: PrivateKeyAccount) =>
    createWalletClient({ account, chain: foundry, transport: http(anvil.url), pollingInterval: 10 })

  /** Sends a transaction and waits until it is mined. */
  async function send(
    account: PrivateKeyAccount,
    { delegateTo, ...call }: Partial<TestCall> & { delegateTo?: Hex },
  ): Promise<TransactionReceipt> {
    const client = clientOf(account)
    const [nonce] = (await Promise.all([
      anvil.rpc('eth_getTransactionCount', [account.address, 'latest']),
    ])) as [Hex]
    const authorization =
      delegateTo &&
      (await account.signAuthorization({
        address: delegateTo,
        chainId: foundry.id,
        nonce: Number(nonce) + 1,
      }))
    const hash = await client.sendTransaction({
      ...call,
      ...(authorization ? { authorizationList: [authorization] } : {}),
      ...{ gas, nonce: Number(nonce), maxFeePerGas: 10_000_000_000n, maxPriorityFeePerGas: 1n },
    } as never)
    for (;;) {
      const receipt = (await anvil.rpc('eth_getTransactionReceipt', [hash])) as TransactionReceipt | null
      if (receipt) return receipt
    }
  }

  return {
    anvil,
    artifacts,
    rpc: anvil.rpc,
    stop: () => anvil.stop(),
    send,
    /** Creates an account with coins. */
    async createAccount(): Promise<PrivateKeyAccount> {
      const account = privateKeyToAccount(generatePrivateKey())
      await anvil.rpc('anvil_setBalance', [account.address, toHex(parseEther('10'))])
      return account
    },
    async deploy(
      account: PrivateKeyAccount,
      name: keyof typeof artifacts,
      args: readonly unknown[] = [],
    ): Promise<Hex> {
      const { abi, bytecode } = artifacts[name]
      const nonce = BigInt((await anvil.rpc('eth_getTransactionCount', [account.address, 'latest'])) as Hex)
      await send(account, { data: encodeDeployData({ abi: abi as Abi, bytecode, args }) })
      return getContractAddress({ from: account.address, nonce })
    },
    call(name: keyof typeof artifacts, to: Hex, functionName: string, args: readonly unknown[], value = 0n) {
      return { to, value, data: encodeFunctionData({ abi: artifacts[name].abi as Abi, functionName, args }) }
    },
    /** Gives an account the code of smart accounts. */
    upgrade: (account: PrivateKeyAccount) =>
      send(account, { to: account.address, delegateTo: EIP7702StatelessDeleGator }),
    deposit: (account: PrivateKeyAccount, of: Hex) =>
      send(account, {
        to: EntryPoint,
        value: parseEther('1'),
        data: encodeFunctionData({ abi: entryPointAbi, functionName: 'depositTo', args: [of] }),
      }),
    /** Signs a user operation of an account. */
    async operate(account: PrivateKeyAccount, callData: Hex): Promise<TestOperation> {
      const nonce = nonces.get(account.address) ?? 0n
      nonces.set(account.address, nonce + 1n)
      return signOperation(account, { callData, nonce, chainId: foundry.id })
    },
    /** Has a relayer execute user operations. */
    handle: (relayer: PrivateKeyAccount, operations: readonly TestOperation[], to: Hex = EntryPoint) =>
      send(relayer, {
        to,
        data: encodeFunctionData({
          abi: entryPointAbi,
          functionName: 'handleOps',
          args: [operations, relayer.address],
        }),
      }),
    /** The last operation of an account was not executed: its nonce is free again. */
    forget: (account: PrivateKeyAccount) =>
      nonces.set(account.address, (nonces.get(account.address) ?? 1n) - 1n),
    zeroAddress,
  }
}
