import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuyingGateway, createBuyingGateway } from '../../../test/createBuyingGateway.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'

const chain = 'eip155:31337'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
/** Of 100 US dollars, in wei. */
const quoted = 30_781_250_000_000_000n
let anvil: Anvil
/** An account of its own for each test, so that no test finds the payments of another. */
let visitor: string
let gateway: BuyingGateway
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())
beforeEach(async () => {
  visitor = `0x${randomBytes(20).toString('hex')}`
  await anvil.rpc('anvil_impersonateAccount', [visitor])
  await anvil.rpc('anvil_setBalance', [visitor, '0xde0b6b3a7640000'])
  gateway = await createBuyingGateway({ rpcUrls: { [chain]: [anvil.url] } })
})

/** Resolves once the payment is in a block: the chain answers before that, and a change of its time must not come between. */
const send = async (from: string, to: string, value: bigint, more: Record<string, string> = {}) => {
  const transaction = { from, to, value: `0x${value.toString(16)}`, ...more }
  const hash = (await anvil.rpc('eth_sendTransaction', [transaction])) as string
  await expect.poll(() => anvil.rpc('eth_getTransactionReceipt', [hash])).not.toBeNull()
  return hash
}
const look = async () => {
  const { watch, store } = gateway.services.modules.onramp
  // Twice: what is due now, and what a webhook has started.
  await watch.run()
  await watch.run()
  return store
}

describe('arrived', () => {
  test('error: what a provider says is never enough', async () => {
    const somebodys = await send(third, other, quoted)
    const own = await send(visitor, visitor, quoted * 10n)
    const less = await send(other, visitor, (quoted * 89n) / 100n)
    const sent = await send(visitor, other, quoted)
    await send(other, visitor, quoted)
    const failed = await anvil.rpc('eth_sendTransaction', [{ from: other, data: '0xfe', gas: '0x186a0' }])
    // The payment above is real: it must count once only.
    const { sessionId: real } = await gateway.buy({ walletAddress: visitor })
    await gateway.report({ wallet: visitor, reference: real, status: 'paid' })
    await gateway.until(real, 'arrived')
    const claims = {
      'no transaction': `0x${'12'.repeat(32)}`,
      'a payment to somebody else': somebodys,
      'a payment of the visitor to itself': own,
      'less than quoted': less,
      'a payment of the visitor': sent,
      'a failed transaction': failed as string,
      'no hash': null,
    }
    for (const [what, hash] of Object.entries(claims)) {
      const { sessionId } = await gateway.buy({ walletAddress: visitor })
      expect(await gateway.report({ wallet: visitor, reference: sessionId, status: 'paid', hash })).toBe(204)
      await look()
      expect([what, (await gateway.session(sessionId)).status]).toEqual([what, 'paid'])
    }
  })

  test('error: a payment before the purchase, and dust', async () => {
    const old = await send(third, visitor, quoted)
    await anvil.rpc('evm_increaseTime', [600])
    await anvil.rpc('evm_mine')
    await send(third, visitor, 1n)
    const later = await createBuyingGateway({
      rpcUrls: { [chain]: [anvil.url] },
      now: () => Date.now() + 500_000,
    })
    const { sessionId } = await later.buy({ walletAddress: visitor })
    await later.report({ wallet: visitor, reference: sessionId, status: 'paid', hash: old })
    await later.services.modules.onramp.watch.run()
    await later.services.modules.onramp.watch.run()
    expect((await later.session(sessionId)).status).toBe('paid')
  })

  test('behavior: a payment counts for one purchase, a second one for the other', async () => {
    const buys = [
      await gateway.buy({ walletAddress: visitor }),
      await gateway.buy({ walletAddress: visitor }),
    ]
    const hash = await send(other, visitor, quoted)
    for (const { sessionId } of buys)
      await gateway.report({ wallet: visitor, reference: sessionId, status: 'paid', hash })
    await look()
    const states = async () =>
      Promise.all(buys.map(async ({ sessionId }) => (await gateway.session(sessionId)).status))
    expect((await states()).sort()).toEqual(['arrived', 'paid'])
    await send(other, visitor, (quoted * 91n) / 100n)
    await expect.poll(states, { timeout: 15_000 }).toEqual(['arrived', 'arrived'])
  })

  test('behavior: nothing is looked for while the provider has not said that it paid', async () => {
    const { sessionId } = await gateway.buy({ walletAddress: visitor })
    await send(other, visitor, quoted)
    await look()
    expect((await gateway.session(sessionId)).status).toBe('opened')
  })

  test('behavior: of a URL template, which reports nothing, the payment is found, but not dust', async () => {
    const template = {
      acme: {
        name: 'Acme',
        url: 'https://buy.acme.example/?to={address}&id={session}',
        assets: [{ chain, symbol: 'ETH' }],
        currencies: ['USD'],
      },
    }
    let time = Date.now()
    const own = await createBuyingGateway({
      rpcUrls: { [chain]: [anvil.url] },
      env: {
        ONRAMP_PROVIDERS: 'acme',
        ONRAMP_TEMPLATES: JSON.stringify(template),
        PRICE_FEEDS: JSON.stringify({ [chain]: { native: 3200 } }),
      },
      now: () => time,
    })
    const { widgetUrl, sessionId } = await own.buy({ serviceProvider: 'acme', walletAddress: visitor })
    expect(widgetUrl).toBe(`https://buy.acme.example/?to=${getAddress(visitor)}&id=${sessionId}`)
    const check = async () => {
      time += 6000
      await own.services.modules.onramp.watch.run()
      return (await own.session(sessionId)).status
    }
    await send(other, visitor, quoted / 10n)
    expect(await check()).toBe('opened')
    const hash = await send(other, visitor, (quoted * 80n) / 100n)
    expect(await check()).toBe('arrived')
    expect(await own.session(sessionId)).toMatchObject({ hash, destinationAmount: '0.024625' })
  })
})
