import { encodePaymasterData, sponsorTypedData } from '@portico/contracts'
import { devnetManifest } from '@portico/devnet/manifest'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import {
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  publicActions,
  type SignedAuthorization,
} from 'viem'
import {
  entryPoint07Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { mnemonicToAccount } from 'viem/accounts'

const { EntryPoint: entryPoint, EIP7702StatelessDeleGator: implementation } = delegatorContracts
const [chain] = devnetManifest.chains
const { mnemonic, sponsor } = devnetManifest
const signer = mnemonicToAccount(mnemonic, { addressIndex: 10 })
const relayer = mnemonicToAccount(mnemonic, { addressIndex: 7 })

type Wire = Record<string, Hex> & { eip7702Auth?: Record<string, Hex> }
type Options = {
  /** Of the node. */
  url: string
  address: Hex
  /** The fee in smallest units of a token that is paid. */
  fee?: bigint
  sponsors?: () => boolean
  feeTokens?: readonly Hex[]
  /** The host whose paymasters may pay; they are the local one here, too. */
  paymasterHost?: string
  /** Changes an answer of a path or a method, or throws instead. */
  lie?: (name: string, answer: unknown, params: readonly unknown[]) => unknown
}

const collector = devnetManifest.sponsor.owner
const fail = (code: number, reason: string) => Object.assign(new Error(reason), { code, reason })

/**
 * A small gateway with a bundler that executes operations at the real EntryPoint of a local chain, with the real paymaster. It checks
 * nothing, and can be made to answer falsely.
 */
export function createTestBundler({
  url,
  address,
  fee = 50_000n,
  sponsors = () => true,
  feeTokens = [],
  paymasterHost,
  lie = (_name, answer) => answer,
}: Options) {
  const client = createWalletClient({ account: relayer, transport: http(url) }).extend(publicActions)
  const sent = new Map<Hex, { wire: Wire; transactionHash: Hex }>()
  const asked: [name: string, params: readonly unknown[]][] = []

  const nonceOf = (key: bigint) =>
    client.readContract({
      address: entryPoint,
      abi: entryPoint07Abi,
      functionName: 'getNonce',
      args: [address, key],
    })

  function refuse({
    feeToken,
    paymasterUrl,
  }: {
    feeToken?: Hex | undefined
    paymasterUrl?: string | undefined
  }): void {
    if (paymasterUrl !== undefined && new URL(paymasterUrl).hostname !== paymasterHost)
      throw fail(-32501, 'not-sponsored')
    if (paymasterUrl === undefined && !feeToken && !sponsors()) throw fail(-32508, 'sponsor-empty')
  }

  const methods: Record<string, (...params: never[]) => unknown> = {
    pm_getPaymasterStubData(
      _operation: Wire,
      _entryPoint: Hex,
      _chainId: Hex,
      { feeToken, paymasterUrl }: { feeToken?: Hex; paymasterUrl?: string },
    ) {
      refuse({ feeToken, paymasterUrl })
      return {
        paymaster: sponsor.paymaster,
        paymasterData: `0x${'ff'.repeat(76)}`,
        paymasterVerificationGasLimit: numberToHex(45_000),
        paymasterPostOpGasLimit: '0x0',
        ...(feeToken
          ? { fee: { token: feeToken, amount: `${fee}`, collector, quoteId: 'q', expiresAt: 2 ** 40 } }
          : { sponsor: { name: 'Local' } }),
      }
    },
    async eth_estimateUserOperationGas({ sender, callData, eip7702Auth }: Wire) {
      const gas = await client.estimateGas({
        account: entryPoint,
        to: sender,
        data: callData,
        stateOverride: [{ address, code: `0xef0100${implementation.slice(2)}` }],
      })
      return {
        callGasLimit: numberToHex((gas * 5n) / 4n + 60_000n),
        verificationGasLimit: numberToHex(70_000),
        preVerificationGas: numberToHex(
          26_000 + ((callData?.length ?? 0) / 2 + 600) * 16 + (eip7702Auth ? 25_000 : 0),
        ),
        paymasterVerificationGasLimit: numberToHex(45_000),
        paymasterPostOpGasLimit: '0x0',
      }
    },
    async pm_getPaymasterData(
      wire: Wire,
      _entryPoint: Hex,
      _chainId: Hex,
      { feeToken, paymasterUrl }: { feeToken?: Hex; paymasterUrl?: string },
    ) {
      refuse({ feeToken, paymasterUrl })
      const times = { validAfter: 0, validUntil: Math.floor(Date.now() / 1000) + 180 }
      const typed = sponsorTypedData({
        chainId: chain.chainId,
        paymaster: sponsor.paymaster,
        operation: { ...fromWire(wire), ...limitsOf(wire) },
        ...times,
      })
      const signature = await signer.signTypedData(typed)
      return { paymaster: sponsor.paymaster, paymasterData: encodePaymasterData({ ...times, signature }) }
    },
    async eth_sendUserOperation(wire: Wire) {
      const operation = fromWire(wire)
      const hash = hashOf(operation)
      if (sent.has(hash)) return hash
      const { eip7702Auth: auth } = wire
      const authorization = auth && {
        address: auth.address as Hex,
        chainId: Number(auth.chainId),
        nonce: Number(auth.nonce),
        yParity: Number(auth.yParity),
        r: auth.r as Hex,
        s: auth.s as Hex,
      }
      const transactionHash = await client.sendTransaction({
        to: entryPoint,
        data: encodeFunctionData({
          abi: entryPoint07Abi,
          functionName: 'handleOps',
          args: [[toPackedUserOperation(operation)], relayer.address],
        }),
        gas: 1_500_000n,
        chain: null,
        ...(authorization ? { authorizationList: [authorization as SignedAuthorization] } : {}),
      })
      sent.set(hash, { wire, transactionHash })
      return hash
    },
    eth_getUserOperationByHash(hash: Hex) {
      const one = sent.get(hash)
      return one ? { userOperation: one.wire, entryPoint, transactionHash: one.transactionHash } : null
    },
    async eth_getUserOperationReceipt(hash: Hex) {
      const one = sent.get(hash)
      if (!one) return null
      const request = client.request as (call: { method: string; params: Hex[] }) => Promise<unknown>
      const receipt = await request({ method: 'eth_getTransactionReceipt', params: [one.transactionHash] })
      return receipt ? { userOpHash: hash, receipt } : null
    },
  }

  async function call(method: string, params: readonly unknown[]): Promise<object> {
    asked.push([method, params])
    try {
      const result = await methods[method]?.(...(params as never[]))
      return { jsonrpc: '2.0', id: 1, result: lie(method, result, params) }
    } catch (error) {
      const { code = -32603, message, reason } = error as { code?: number; message: string; reason?: string }
      return { jsonrpc: '2.0', id: 1, error: { code, message, data: { reason } } }
    }
  }

  return {
    sent,
    asked,
    /** What it does for each method; tests replace some. */
    methods,
    /** Returns the hash of an operation in the form of ERC-7769. */
    hashOf: (wire: Wire) => hashOf(fromWire(wire)),
    collector,
    relayer: relayer.address,
    async gateway(
      path: string,
      { method = 'GET', body }: { method?: string | undefined; body?: unknown } = {},
    ) {
      const wanted = body as { kind?: string; method: string; params: unknown[] }
      if (path.startsWith('/v1/bundler?')) return call(wanted.method, wanted.params)
      if (path === '/wallet/v1/networks')
        return lie(
          path,
          [
            {
              chainId: chain.caip2,
              implementation,
              ...(sponsors() ? { sponsor: { paymaster: sponsor.paymaster, name: 'Local' } } : {}),
              feeTokens: feeTokens.map((token) => ({ address: token, symbol: 'DUSD', decimals: 6 })),
            },
          ],
          [],
        )
      if (path === '/wallet/v1/nonces' && wanted.kind === 'operation')
        return lie(`${path} operation`, { nonce: `${await nonceOf(0n)}` }, [])
      if (path === '/wallet/v1/nonces')
        return lie(path, { nonce: await client.getTransactionCount({ address, blockTag: 'pending' }) }, [])
      if (path.startsWith('/wallet/v1/nonces/') && method === 'DELETE') return {}
      if (path === '/v1/tx/simulate')
        return { status: 'success', method: 'eth_simulateV1', complete: true, changes: [], approvals: [] }
      throw new Error('problem')
    },
  }
}

function fromWire(wire: Wire): UserOperation<'0.7'> {
  const numbers = Object.entries(wire).map(([name, value]) => [
    name,
    /Gas|Limit|nonce/.test(name) ? BigInt(value as Hex) : value,
  ])
  const { eip7702Auth, ...operation } = Object.fromEntries(numbers)
  return { signature: '0x', ...operation } as UserOperation<'0.7'>
}

function limitsOf({ paymasterVerificationGasLimit = '0x', paymasterPostOpGasLimit = '0x' }: Wire) {
  return {
    paymasterVerificationGasLimit: BigInt(paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: BigInt(paymasterPostOpGasLimit),
  }
}

function hashOf(userOperation: UserOperation<'0.7'>): Hex {
  return getUserOperationHash({
    userOperation,
    entryPointAddress: entryPoint,
    entryPointVersion: '0.7',
    chainId: chain.chainId,
  })
}
