import { RpcError } from '@portico/protocol'
import { encodeAbiParameters, numberToHex, size } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import { UpstreamsFailedError } from '../../../chains/shared/upstreams/UpstreamsFailedError.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import { createDataGas } from './createDataGas.ts'
import type { NodeState } from './readState.ts'

const oracle = '0x420000000000000000000000000000000000000F'
const arbSys = '0x0000000000000000000000000000000000000064'
const selectors = { getL1Fee: '0x49948e0e', getOperatorFee: '0x275aedd2', component: '0x77d488a2' }
const state = { baseFee: 90n, priorityFee: 10n, callGas: 50_000n } as NodeState
const operation: UserOperation = {
  sender: `0x${'aa'.repeat(20)}`,
  nonce: 1n,
  callData: `0x${'01'.repeat(200)}`,
  callGasLimit: 0n,
  verificationGasLimit: 0n,
  preVerificationGas: 0n,
  maxFeePerGas: 0n,
  maxPriorityFeePerGas: 0n,
  paymaster: `0x${'bb'.repeat(20)}`,
  paymasterVerificationGasLimit: 0n,
  paymasterPostOpGasLimit: 0n,
  paymasterData: '0x',
  signature: '0x',
  authorization: undefined,
}

/** A chain with code at some addresses, whose contracts answer calls. */
function setup({
  codes = {},
  answer = () => '0x',
}: {
  codes?: Record<string, unknown>
  answer?: (call: { to: Hex; data: Hex }) => Hex
} = {}) {
  const asked: string[] = []
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const [first] = params as [never]
    asked.push(method)
    if (method !== 'eth_getCode') return answer(first)
    const { [first as string]: code = '0x' } = codes
    return code
  }
  const chain = {
    request,
    requestMany: (calls: readonly { method: string; params: unknown }[]) =>
      Promise.all(calls.map((call) => request(call).catch((error) => error))),
  } as unknown as Chain
  return { readDataGas: createDataGas({ chain }), asked }
}

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })

describe('createDataGas', () => {
  test('behavior: is nothing where nothing is charged for data, and is asked once', async () => {
    const { readDataGas, asked } = setup()
    expect([await readDataGas(operation, state), await readDataGas(operation, state)]).toEqual([0n, 0n])
    expect(asked).toEqual(['eth_getCode', 'eth_getCode', 'eth_getCode'])
  })

  test('behavior: of an oracle, it is the fees divided by what the relayer gets for each gas', async () => {
    let length = 0
    let gas = 0n
    const { readDataGas } = setup({
      codes: { [oracle]: '0x60' },
      answer: ({ to, data }) => {
        expect(to).toBe(oracle)
        if (data.startsWith(selectors.getL1Fee)) {
          length = size(data)
          return word(1_000_000n)
        }
        expect(data.slice(0, 10)).toBe(selectors.getOperatorFee)
        gas = BigInt(`0x${data.slice(10)}`)
        return word(1n)
      },
    })
    // 90 + 10 for each gas, rounded up.
    expect(await readDataGas(operation, state)).toBe(10_001n)
    expect(gas).toBe(300_000n)
    // All that is sent: calls, signatures and the transaction around.
    expect(length).toBeGreaterThan(200 + 65 + 76 + 130 + 32 * 20)
    const before = length
    const more = {
      maxFeePerGas: 95n,
      maxPriorityFeePerGas: 20n,
      paymasterData: `0x${'00'.repeat(276)}` as Hex,
    }
    expect(await readDataGas({ ...operation, ...more }, state)).toBe(10_527n)
    expect(length).toBeGreaterThan(before + 190)
  })

  test('behavior: an oracle without a second fee, and no price', async () => {
    const { readDataGas } = setup({
      codes: { [oracle]: '0x60' },
      answer: ({ data }) => {
        if (data.startsWith(selectors.getL1Fee)) return word(7n)
        throw new RpcError({ rpcCode: 3, message: 'execution reverted' })
      },
    })
    expect(await readDataGas(operation, { ...state, baseFee: 0n, priorityFee: 0n })).toBe(7n)
  })

  test('behavior: Arbitrum’s nodes name the gas', async () => {
    const { readDataGas } = setup({
      codes: { [arbSys]: '0xfe' },
      answer: ({ to, data }) => {
        expect([to, data.slice(0, 10)]).toEqual([
          '0x00000000000000000000000000000000000000C8',
          selectors.component,
        ])
        return encodeAbiParameters(
          [{ type: 'uint64' }, { type: 'uint256' }, { type: 'uint256' }],
          [123_456n, 1n, 2n],
        )
      },
    })
    expect(await readDataGas(operation, state)).toBe(123_456n)
  })

  test('error: a rollup that does not say what it charges, and a node that does not say what it is', async () => {
    const mute = setup({ codes: { [oracle]: '0x60' } })
    await expect(mute.readDataGas(operation, state)).rejects.toMatchObject({ reason: 'paused' })
    const { readDataGas } = setup({
      codes: new Proxy(
        {},
        {
          get: () => {
            throw new RpcError({ rpcCode: -32000, message: 'busy' })
          },
        },
      ),
    })
    await expect(readDataGas(operation, state)).rejects.toMatchObject({ reason: 'paused' })
  })

  test.each([[null], [''], [{}]])(
    'error: a node that answers %j, once, does not make data free from then on',
    async (nothing) => {
      const codes: Record<string, unknown> = { [oracle]: nothing }
      const { readDataGas } = setup({ codes, answer: () => word(1_000n) })
      await expect(readDataGas(operation, state)).rejects.toMatchObject({ reason: 'paused' })
      codes[oracle] = '0x60'
      expect(await readDataGas(operation, state)).toBe(20n)
    },
  )

  test('error: no node answers what the second fee is', async () => {
    const { readDataGas } = setup({
      codes: { [oracle]: '0x60' },
      answer: ({ data }) => {
        if (data.startsWith(selectors.getL1Fee)) return word(7n)
        throw new UpstreamsFailedError({ chain: 'eip155:10', tried: 1, reasons: [] })
      },
    })
    await expect(readDataGas(operation, state)).rejects.toMatchObject({ reason: 'paused' })
  })
})
