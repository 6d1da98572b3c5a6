import { delegatorContracts } from '@portico/protocol/smartAccount'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { walletOrigin } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'
import { type Instruction, type SeenRequest, startUpstream } from '../../../testing/startUpstream.ts'

const { EIP7702StatelessDeleGator: implementation, DelegationManager } = delegatorContracts
const chainId = 'eip155:31337'
const on = { SMART_ACCOUNTS: 'upgraded' }
/** Code that contains the address of the manager, as that of the implementation does. */
const real = `0x6080${DelegationManager.slice(2).toLowerCase()}00`
const listed = [{ chainId, implementation, feeTokens: [] }]

/** A gateway whose upstream shows these codes. */
async function start({
  env = on,
  codes = { [implementation]: real, [DelegationManager]: '0x6080' },
}: {
  env?: Record<string, string>
  codes?: Record<string, unknown>
} = {}) {
  let behave = ({ params }: SeenRequest): Instruction | Promise<Instruction> => ({
    result: codes[(params as [string])[0]],
  })
  const node = await startUpstream({ behave: (request) => behave(request) })
  const gateway = await createWalletGateway({ env, rpcUrl: node.url })
  const request = async (headers: Record<string, string> = { origin: walletOrigin }) =>
    gateway.app.request('http://localhost:4401/wallet/v1/networks', { headers })
  return {
    ...gateway,
    request,
    list: async () => (await request()).json(),
    codes,
    reads: () => node.seen.length,
    become(other: typeof behave) {
      behave = other
    },
  }
}

describe('GET /wallet/v1/networks', () => {
  test('behavior: lists a network whose node shows the contracts, and reads it once', async () => {
    const { list, reads, wait } = await start()
    const all = await Promise.all(Array.from({ length: 20 }, list))
    expect(all).toEqual(Array(20).fill(listed))
    wait(24 * 60 * 60_000)
    expect(await list()).toEqual(listed)
    expect(reads()).toBe(2)
  })

  test('param: SMART_ACCOUNTS: is on by default; off lists and reads nothing', async () => {
    expect(await (await start({ env: {} })).list()).toEqual(listed)
    for (const env of [{ SMART_ACCOUNTS: 'off' }, { SMART_ACCOUNTS: 'off', SMART_ACCOUNT_CHAINS: chainId }]) {
      const { list, reads } = await start({ env })
      expect([await list(), reads()]).toEqual([[], 0])
    }
  })

  test('param: SMART_ACCOUNT_CHAINS: only these networks', async () => {
    const only = await start({ env: { ...on, SMART_ACCOUNT_CHAINS: `eip155:1, ${chainId}` } })
    expect(await only.list()).toEqual(listed)
    for (const SMART_ACCOUNT_CHAINS of ['eip155:1', 'eip155:3133']) {
      const { list, reads } = await start({ env: { ...on, SMART_ACCOUNT_CHAINS } })
      expect([await list(), reads()]).toEqual([[], 0])
    }
  })

  test.each<[string, unknown, unknown]>([
    ['no implementation', '0x', '0x6080'],
    ['no manager', real, '0x'],
    ['neither', '0x', '0x'],
    ['an implementation that obeys another manager', `0x6080${'11'.repeat(20)}00`, '0x6080'],
    ['a delegation at the implementation', `0xef0100${DelegationManager.slice(2)}`, '0x6080'],
    ['a delegation at the manager', real, `0xef0100${'11'.repeat(20)}`],
    ['half a byte', `${real}0`, '0x6080'],
    ['text', DelegationManager.slice(2), '0x6080'],
    ['null', null, null],
    ['a number', 1, 1],
    ['a list', [real], ['0x6080']],
  ])('error: leaves out a network whose node shows %s', async (_, own, manager) => {
    const { list } = await start({ codes: { [implementation]: own, [DelegationManager]: manager } })
    expect(await list()).toEqual([])
  })

  test('behavior: reads a network again that could not be read, or had no contracts', async () => {
    const { list, reads, become, codes, wait } = await start()
    become(() => ({ error: { code: -32005, message: 'quota exceeded' } }))
    expect([await list(), await list()]).toEqual([[], []])
    const failed = reads()
    wait(14_999)
    expect([await list(), reads()]).toEqual([[], failed])
    wait(1)
    become(() => ({ result: '0x' }))
    expect([await list(), reads()]).toEqual([[], failed + 2])
    become(({ params }) => ({ result: codes[(params as [string])[0]] }))
    wait(10 * 60_000 - 1)
    expect([await list(), reads()]).toEqual([[], failed + 2])
    wait(1)
    expect(await list()).toEqual(listed)
  })

  test('error: a node that never answers does not hold up the answer', async () => {
    const { list, become } = await start()
    become(() => new Promise<Instruction>(() => {}))
    const startedAt = Date.now()
    expect(await list()).toEqual([])
    expect(Date.now() - startedAt).toBeLessThan(8000)
  }, 20_000)

  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    [{ origin: walletOrigin, 'sec-fetch-mode': 'navigate' }],
  ])('error: refuses other pages: %o', async (headers) => {
    const { request, reads } = await start()
    expect(await codeOf(await request(headers as Record<string, string>))).toBe('origin-not-allowed')
    expect(reads()).toBe(0)
  })
})
