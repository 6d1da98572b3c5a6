import {
  onrampOptionsResponse,
  onrampProvidersResponse,
  onrampQuotesResponse,
} from '@portico/protocol/gateway'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBuyingGateway, oneHundredDollars, visitor } from '../../../test/createBuyingGateway.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'

const chain = 'eip155:31337'
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

const start = () => createBuyingGateway({ rpcUrls: { [chain]: [anvil.url] } })

describe('buying with play money', () => {
  test('behavior: from the options over a quote and the page to the money on chain', async () => {
    const gateway = await start()
    const options = onrampOptionsResponse.parse(
      await (await gateway.get('/v1/onramp/buy/options?country=DE')).json(),
    )
    expect(
      options.purchaseCurrencies.map(({ id, networks }) => [id, networks.map(({ chainId }) => chainId)]),
    ).toEqual([
      ['ETH', [chain]],
      ['DUSD', [chain]],
    ])
    expect(options.paymentCurrencies[0]).toEqual({
      id: 'USD',
      limits: [{ id: 'play', min: '5', max: '2000' }],
    })
    const quotes = onrampQuotesResponse.parse(
      await (await gateway.post('/v1/onramp/multi/quotes', oneHundredDollars)).json(),
    )
    expect(quotes).toEqual([
      {
        serviceProvider: 'play',
        name: 'Play money',
        sourceAmount: 100,
        sourceAmountWithoutFees: 98.5,
        sourceCurrencyCode: 'USD',
        countryCode: 'DE',
        destinationAmount: 0.03078125,
        destinationCurrencyCode: 'ETH',
        exchangeRate: 3200,
        networkFee: 0.5,
        transactionFee: 1,
        totalFee: 1.5,
        paymentMethodType: 'play',
      },
    ])
    const { widgetUrl, sessionId } = await gateway.buy()
    expect(sessionId).toMatch(/^[0-9a-f]{32}$/)
    expect(widgetUrl.startsWith(`${gateway.playUrl}/buy/`)).toBe(true)
    expect(await gateway.session(sessionId)).toMatchObject({ status: 'opened', hash: null })
    const before = BigInt((await anvil.rpc('eth_getBalance', [visitor, 'latest'])) as string)
    await gateway.press(widgetUrl, 'pay')
    const arrived = await gateway.until(sessionId, 'arrived')
    expect(arrived).toMatchObject({
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      destinationAmount: '0.03078125',
      chainId: chain,
    })
    const after = BigInt((await anvil.rpc('eth_getBalance', [visitor, 'latest'])) as string)
    expect(after - before).toBe(30_781_250_000_000_000n)
  })

  test('behavior: a declined payment fails, and a provider that hangs leaves the session open', async () => {
    const gateway = await start()
    const declined = await gateway.buy()
    await gateway.press(declined.widgetUrl, 'decline')
    await gateway.until(declined.sessionId, 'failed')
    const hanging = await gateway.buy()
    await gateway.press(hanging.widgetUrl, 'hang')
    expect(await gateway.session(hanging.sessionId)).toMatchObject({ status: 'opened' })
  })

  test('behavior: lists the providers', async () => {
    const gateway = await start()
    const list = onrampProvidersResponse.parse(await (await gateway.get('/v1/onramp/providers')).json())
    expect(list).toEqual([{ serviceProvider: 'play', name: 'Play money', quotes: true }])
  })
})
