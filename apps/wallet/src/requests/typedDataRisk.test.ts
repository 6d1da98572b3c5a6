import { maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { address, context, limits, permit, spender } from '../../test/askTypedData.ts'
import type { TypedDataRequest } from '../../test/buildTypedData.ts'
import { assets, stranger, typedDataRequests } from '../../test/typedDataRequests.ts'
import { describeTypedData } from './describeTypedData.ts'
import type { AssetFacts, Assets } from './readAssets.ts'

describe('the risk of typed data with a known price and balance', () => {
  const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
  const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
  const priced = (facts: Partial<AssetFacts> = {}): Assets => ({
    ...assets,
    tokens: new Map<string, AssetFacts>([
      [usdc, { kind: 'erc20', symbol: 'USDC', decimals: 6, price: 1, balance: 5_000_000_000n, ...facts }],
      [weth, { kind: 'erc20', symbol: 'WETH', decimals: 18, price: 3400, balance: 10n ** 20n, ...facts }],
    ]),
  })
  const show = (name: string, known: Assets, limit = limits) =>
    describeTypedData([address, typedDataRequests[name]], {
      ...context,
      chainId: 'eip155:1',
      assets: known,
      limits: limit,
    }).description
  const texts = (description: { warnings: { text: string }[] }) =>
    description.warnings.map(({ text }) => text)

  test('behavior: a transfer and a permission below the limits are medium risk', () => {
    expect(show('an EIP-3009 transfer', priced()).risk).toBe('medium')
    const generous = { usd: 3000, share: 0.5 }
    for (const name of [
      'an ERC-2612 permit of 120 USDC',
      'a PermitSingle of Permit2',
      'an EIP-3009 transfer',
    ])
      expect([name, show(name, priced(), generous).risk]).toEqual([name, 'medium'])
    expect(show('a CoW order', priced(), { usd: 40_000, share: 0.5 }).risk).toBe('medium')
  })

  test.each<[string, string, Partial<AssetFacts>, string]>([
    ['more than the limit', 'an ERC-2612 permit of 120 USDC', {}, 'The total value is about $120.'],
    ['an order that gives more', 'a CoW order', {}, 'The total value is about $34,000.'],
    [
      'a share of the balance',
      'an EIP-3009 transfer',
      { balance: 8_000_000n },
      '5 USDC is 62% of your USDC.',
    ],
    [
      'more than the balance',
      'an EIP-3009 transfer',
      { balance: 1n },
      'You have only 0.000001 USDC now; what you get later can be taken too.',
    ],
    [
      'no price',
      'an EIP-3009 transfer',
      { price: undefined },
      'There is no price for USDC, so the value of USDC is unknown.',
    ],
    ['no balance', 'an EIP-3009 transfer', { balance: undefined }, 'Your balance of USDC could not be read.'],
  ])('behavior: high risk: %s', (_, name, facts, text) => {
    const description = show(name, priced(facts))
    expect(description.risk).toBe('high')
    expect(texts(description)).toContain(text)
  })

  test('behavior: an order by which less than 90% comes back is high risk, and says how much', () => {
    // 10 WETH, worth $3,400 each.
    const order = typedDataRequests['a CoW order'] as { message: object }
    const generous = { usd: 40_000, share: 0.5 }
    const sell = (buyAmount: string) =>
      describeTypedData([address, { ...order, message: { ...order.message, buyAmount } }], {
        ...context,
        chainId: 'eip155:1',
        assets: priced(),
        limits: generous,
      }).description
    const text = 'You get back about $30,599 of the $34,000 you give.'
    expect(texts(sell('30599000000'))).toContain(text)
    expect(sell('30599000000').risk).toBe('high')
    expect(sell('30600000000').risk).toBe('medium')
  })

  test('behavior: an order that pays someone else says that the visitor gets nothing', () => {
    const order = typedDataRequests['a CoW order'] as { message: object }
    const message = { ...order.message, buyAmount: '30599000000', receiver: stranger }
    const { description } = describeTypedData([address, { ...order, message }], {
      ...context,
      chainId: 'eip155:1',
      assets: priced(),
      limits: { usd: 40_000, share: 0.5 },
    })
    expect(texts(description)).toContain(
      'You get nothing. Someone else gets about $30,599 for the $34,000 you give.',
    )
  })

  test('behavior: a fill by which less than 90% comes back says how much', () => {
    // 1,000 USDC.
    const fill = typedDataRequests['a PermitWitnessTransferFrom of UniswapX'] as { message: object }
    const outputsOf = (endAmount: string) => ({
      outputs: [{ token: weth, startAmount: endAmount, endAmount, recipient: address }],
    })
    const witness = (fill.message as { witness: object }).witness
    const warn = (endAmount: string) =>
      texts(
        describeTypedData(
          [
            address,
            { ...fill, message: { ...fill.message, witness: { ...witness, ...outputsOf(endAmount) } } },
          ],
          { ...context, chainId: 'eip155:1', assets: priced(), limits: { usd: 40_000, share: 0.5 } },
        ).description,
      )
    expect(warn('200000000000000000')).toContain(
      'You are promised only about $680 for the $1,000 that can be taken.',
    )
    expect(warn('290000000000000000').join()).not.toContain('You are promised')
  })

  test('behavior: permissions for 8 tokens are all listed; of more, the others are named and Details asked for', () => {
    const { message, ...data } = typedDataRequests['a PermitBatch of Permit2'] as { message: object }
    const [first] = (message as { details: object[] }).details
    const showFor = (count: number) => {
      const details = Array.from({ length: count }, (_, index) => ({
        ...first,
        token: `0x${`${index + 1}`.padStart(40, '0')}`,
      }))
      return describeTypedData([address, { ...data, message: { ...message, details } }], {
        ...context,
        chainId: 'eip155:1',
        assets: priced(),
        limits,
      }).description
    }
    const listed = (count: number) =>
      showFor(count).facts.filter(({ label }) => label === 'Can be taken later')
    expect(listed(8)).toHaveLength(8)
    expect(showFor(8).facts.map(({ label }) => label)).not.toContain('And')
    expect(texts(showFor(8)).join()).not.toContain('Details')
    expect(listed(10)).toHaveLength(8)
    expect(showFor(10).facts.find(({ label }) => label === 'And')?.value).toMatch(/^2 more: .*; see Details$/)
    expect(texts(showFor(10))).toContain(
      '2 more are not listed here. Open Details and read them before you approve.',
    )
  })

  test('behavior: what belongs to another account has no value for the visitor', () => {
    const generous = { usd: 100_000, share: 1 }
    const description = show('an ERC-2612 permit of somebody else', priced(), generous)
    expect(description.risk).toBe('high')
    expect(texts(show('an ERC-2612 permit of somebody else', priced())).join()).not.toContain('total value')
  })

  test('behavior: what is of others or of a Safe does not warn that the visitor’s money can be lost', () => {
    const stakes = Object.keys(typedDataRequests).map((name) => [name, show(name, priced()).stake])
    expect(Object.fromEntries(stakes.filter(([, stake]) => stake))).toEqual({
      'an ERC-2612 permit of somebody else': 'none',
      'a transaction of a Safe': 'safe',
      'a message of a Safe': 'safe',
      'a message of a Safe that is text': 'safe',
      'a transaction of a Safe that runs other code': 'safe',
    })
  })

  test('behavior: data for a test network only is marked, and data for every network is not', () => {
    const { domain: own, ...data } = permit() as { domain: { chainId?: unknown } }
    const isTest = (domain: object) =>
      describeTypedData([address, { ...data, domain }], context).description.isTest
    expect(isTest(own)).toBe(true)
    const { chainId: _, ...anywhere } = own
    expect(isTest(anywhere)).toBeUndefined()
    expect(show('an EIP-3009 transfer', priced()).isTest).toBeUndefined()
  })

  test('behavior: high risk: a contract that may hold NFTs, or has no limit, or another format', () => {
    const cheap = { price: 1e-30, balance: 2n ** 255n }
    expect(show('an EIP-3009 transfer', priced({ ...cheap, kind: 'unclear' })).risk).toBe('high')
    expect(show('an EIP-3009 transfer', priced({ ...cheap, kind: 'nft' })).risk).toBe('high')
    const order = structuredClone(typedDataRequests['a CoW order'] as NonNullable<unknown>) as {
      types: object
      message: object
    }
    const on = (data: object) =>
      describeTypedData([address, data], { ...context, chainId: 'eip155:1', assets: priced(cheap) })
        .description
    expect(on(order).risk).toBe('medium')
    expect(on({ ...order, message: { ...order.message, sellAmount: maxUint256.toString() } }).risk).toBe(
      'high',
    )
    const bare = structuredClone(order) as { types: { Order: { name: string }[] }; message: object }
    bare.types.Order = bare.types.Order.filter(({ name }) => name !== 'appData')
    const { appData: _, ...rest } = bare.message as { appData: string }
    expect(on({ ...bare, message: rest }).risk).toBe('high')
  })

  test('behavior: high risk: another contract, any network, an order that gives nothing', () => {
    const known = priced({ price: 1e-30, balance: 2n ** 255n })
    const riskOf = (name: string, change: { domain?: object; message?: object } = {}) => {
      const { domain: own, message, ...data } = typedDataRequests[name] as TypedDataRequest
      const changed = {
        ...data,
        domain: { ...own, ...change.domain },
        message: { ...message, ...change.message },
      }
      return describeTypedData([address, changed], { ...context, chainId: 'eip155:1', assets: known })
        .description.risk
    }
    for (const name of [
      'a CoW order',
      'a 1inch order',
      'a Seaport offer for any NFT of a collection',
      'a PermitSingle of Permit2',
      'a PermitTransferFrom of Permit2',
      'an ERC-2612 permit of 120 USDC',
      'an EIP-3009 transfer',
    ]) {
      // The price of USDT is not known.
      if (name !== 'a PermitTransferFrom of Permit2') expect([name, riskOf(name)]).toEqual([name, 'medium'])
      for (const change of [{ verifyingContract: spender }, { chainId: undefined }])
        expect([name, riskOf(name, { domain: change })]).toEqual([name, 'high'])
    }
    const order = 'a Seaport offer for any NFT of a collection'
    expect(riskOf(order, { message: { offer: [] } })).toBe('high')
  })

  test('behavior: always high risk: calls, credit and NFTs, whatever the price', () => {
    for (const name of Object.keys(typedDataRequests).filter((one) =>
      /ForwardRequest|RelayRequest|Meta|Gelato|Safe|Aave|position|listing|DAI permit|limit|Snapshot|game/.test(
        one,
      ),
    ))
      expect([name, show(name, priced({ price: 1e-30, balance: 2n ** 255n })).risk]).toEqual([name, 'high'])
  })
})
