import type { SimulatedChange } from '@portico/protocol/gateway'
import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { showTransaction } from '../../test/showTransaction.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const meme = '0x6982508145454Ce325dDbE47a25d4ec3d2311933'
const router = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const contracts = {
  [usdc]: { symbol: 'USDC', decimals: 6, price: 1, balance: 2_500_000_000n },
  [meme]: { symbol: 'MEME', decimals: 18, balance: parseEther('5') },
  [router]: {},
}
const data = '0x3593564c'
const paid: SimulatedChange = {
  direction: 'out',
  kind: 'native',
  amount: `${parseEther('1')}`,
  verified: true,
}
const gets = (amount: bigint, token = usdc, verified = true): SimulatedChange => ({
  direction: 'in',
  kind: 'erc20',
  token,
  amount: `${amount}`,
  verified,
})

async function warn(changes: SimulatedChange[], value = parseEther('1'), complete = true): Promise<string> {
  const { warnings } = await showTransaction(
    { to: router, data, ...(value > 0n ? { value } : {}) },
    { contracts, simulation: { changes, complete } },
  )
  return warnings.map(({ text }) => text).join('\n')
}

describe('exchangeWarnings', () => {
  test('behavior: a swap that gives back less than 90% says how much', async () => {
    expect(await warn([paid, gets(1_000_000_000n)])).toContain(
      'In a simulation, you get back about $1,000 of the $3,000 you give.',
    )
    expect(await warn([paid, gets(2_700_000_000n)])).not.toContain('get back')
  })

  test('behavior: tokens for coins', async () => {
    const sold: SimulatedChange = { ...gets(2_000_000_000n), direction: 'out' }
    const coins: SimulatedChange = { ...paid, direction: 'in', amount: `${parseEther('0.1')}` }
    expect(await warn([sold, coins], 0n)).toContain('you get back about $300 of the $2,000 you give.')
  })

  test('behavior: the coins of the call count, whatever the simulation says', async () => {
    expect(await warn([gets(1_000_000_000n)])).toContain('about $1,000 of the $3,000')
  })

  test.each<[string, Promise<string>]>([
    ['what comes back has no price', warn([paid, gets(1n, meme)])],
    ['what comes back is only claimed', warn([paid, gets(1n, usdc, false)])],
    ['nothing comes back', warn([paid])],
    ['the simulation is not complete', warn([paid, gets(1n)], parseEther('1'), false)],
  ])('behavior: no comparison while %s', async (_, text) => {
    expect(await text).not.toContain('get back')
  })

  test('behavior: a transfer is no exchange', async () => {
    const abi = parseAbi(['function transfer(address to, uint256 amount)'])
    const transfer = encodeFunctionData({ abi, args: [router, 1_000_000_000n] })
    const { warnings } = await showTransaction(
      { to: usdc, data: transfer },
      { contracts, simulation: { changes: [{ ...gets(1_000_000_000n), direction: 'out' }, gets(1n)] } },
    )
    expect(JSON.stringify(warnings)).not.toContain('get back')
  })
})
