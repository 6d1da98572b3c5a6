import fc from 'fast-check'
import { maxUint256, hashTypedData as viemHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { assets, refusedTypedData, stranger, typedDataRequests } from '../../test/typedDataRequests.ts'
import { describeTypedData } from './describeTypedData.ts'
import { hashTypedData } from './hashTypedData.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import type { AssetFacts, Assets } from './readAssets.ts'
import { readTypedData } from './readTypedData.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const spender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const now = Date.parse('2026-06-01T12:00:00Z')
const soon = Math.floor(now / 1000) + 3600
const limits = { usd: 100, share: 0.5 }
const context = { address, origin: 'http://localhost:4400', chainId: 'eip155:31337', now, limits } as const
/** What is known if only this token is. */
const knownToken = (facts: Partial<AssetFacts>): Assets => ({
  coin: { symbol: 'ETH', price: undefined, balance: undefined },
  tokens: new Map([
    [token.toLowerCase(), { kind: 'erc20', price: undefined, balance: undefined, ...facts } as const],
  ]),
})
const domain = { name: 'Dev USD', version: '1', chainId: 31337, verifyingContract: token }
const ask = (data: unknown, account: string = address) =>
  describeTypedData([account, data], context).description

/** The requests that only take something back. */
const harmless = new Set([
  'a revoked ERC-2612 permit',
  'an EIP-3009 cancellation',
  'a PermitSingle that revokes',
])
/** Describes a request on the network that it is for. */
const describeOn = (data: { domain: Record<string, unknown> } | undefined) =>
  describeTypedData([address, data], {
    ...context,
    chainId: `eip155:${data?.domain.chainId ?? 1}`,
    assets,
  }).description

const permitFields = [
  'owner address',
  'spender address',
  'value uint256',
  'nonce uint256',
  'deadline uint256',
]
const typesOf = (name: string, fields: readonly string[]) => ({
  [name]: fields.map((field) => ({ name: field.split(' ')[0], type: field.split(' ')[1] })),
})
const permit = (change: object = {}) => ({
  types: typesOf('Permit', permitFields),
  primaryType: 'Permit',
  domain,
  message: { owner: address, spender, value: '120000000', nonce: 0, deadline: soon, ...change },
})

describe('describeTypedData', () => {
  test('behavior: a Permit shows who may spend what, and until when', () => {
    const { description } = describeTypedData([address, JSON.stringify(permit())], {
      ...context,
      assets: knownToken({ symbol: 'DUSD', decimals: 6 }),
    })
    expect(description.title).toBe('Let someone take up to 120 DUSD')
    expect(description.facts).toEqual([
      { label: 'Now', value: 'nothing leaves your account' },
      { label: 'Can be taken later', value: 'up to 120 DUSD in total', kind: 'out' },
      { label: 'Spender', value: spender, kind: 'address' },
      { label: 'Permission ends', value: 'never, unless you revoke it' },
      { label: 'Token', value: token, kind: 'address' },
      {
        label: 'Signature can be used',
        value: 'by anyone who has it, once, to start the permission, until 2026-06-01 13:00 UTC',
      },
      { label: 'The site calls this contract', value: '“Dev USD” (not checked)', kind: 'claim' },
      { label: 'Network', value: 'Local One (test network: nothing here has real value)' },
    ])
    expect(description.risk).toBe('high')
  })

  test.each(['Token', 'collection', 'NFT'])(
    'behavior: the name %s says nothing about a contract, and is not shown',
    (name) => {
      const { facts } = ask({ ...permit(), domain: { ...domain, name } })
      expect(facts.map(({ label }) => label)).not.toContain('The site calls this contract')
    },
  )

  test.each(Object.entries(typedDataRequests))('behavior: the risk of %s', (name, data) => {
    expect(describeOn(data).risk).toBe(harmless.has(name) ? 'low' : 'high')
  })

  test.each<[keyof typeof typedDataRequests, string, readonly string[]]>([
    [
      'an ERC-721 permit of a Uniswap v3 position',
      'Let someone take NFT #482915 (UNI-V3-POS)',
      [
        'Can be taken later: NFT #482915 (UNI-V3-POS)',
        `Spender: ${stranger}`,
        'Collection: 0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      ],
    ],
    [
      'a CoW order that sells everything for 1 wei',
      'Give 48,250 USDC for 0.000000000000000001 WETH',
      ['You give, at most: 48,250 USDC', 'You get, at least: 0.000000000000000001 WETH'],
    ],
    [
      'a CoW order whose proceeds go to somebody else',
      'Give 10 WETH, for which someone else gets 34,000 USDC',
      ['Someone else gets, at least: 34,000 USDC', `Recipient: ${stranger}`],
    ],
    [
      'a ForwardRequest that sends tokens',
      'Someone else makes this call as you: send 48,250 USDC',
      ['You send later, each time: 48,250 USDC; the total is unknown', `To: ${stranger}`],
    ],
    [
      'a ForwardRequest that allows everything by Permit2',
      'Someone else makes this call as you: let someone take all your USDC',
      [
        'Can be taken later: all your USDC, also what you get in future',
        'Token: 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        `Spender: ${stranger}`,
        'Permission ends: 2026-07-01 13:00 UTC',
      ],
    ],
    [
      'a RelayRequest of GSN',
      'Someone else makes this call as you: let someone take all your USDT',
      ['Can be taken later: all your USDT, also what you get in future', `Spender: ${stranger}`],
    ],
    [
      'an Aave credit delegation',
      'Let someone borrow up to 50,000 variableDebtEthUSDC in your name',
      ['Can be borrowed later: up to 50,000 variableDebtEthUSDC in total', `Borrower: ${stranger}`],
    ],
    [
      'a PermitBatch of Permit2',
      'Let someone take all your USDC and up to 3 WETH',
      [
        `Spender, for all of these: ${stranger}`,
        'Can be taken later: all your USDC, also what you get in future',
        'Permission ends: never, unless you revoke it',
        'Can be taken later: up to 3 WETH in total',
        'Permission ends: 2026-07-01 13:00 UTC',
      ],
    ],
    [
      'a PermitTransferFrom of Permit2',
      'Let someone take up to 750 USDT, once',
      [
        'Can be taken later: up to 750 USDT, once',
        `Spender: ${stranger}`,
        'Signature can be used: by the spender, once, until 2026-06-01 13:00 UTC',
      ],
    ],
    [
      'a PermitWitnessTransferFrom of UniswapX',
      'Let someone take up to 1,000 USDC, once',
      [
        'You should get, at least: 0.29 ETH',
        'Someone else gets, at least: 0.0007 ETH',
        `Recipient: ${stranger}`,
      ],
    ],
    [
      'a PermitWitnessTransferFrom of an unknown contract',
      'Let someone take all your USDC, once',
      ['claim.points: 5000'],
    ],
    [
      'a Seaport listing for nothing',
      'Give NFT #8817 (BAYC) and NFT #3749 (BAYC) for nothing',
      [
        'You give: NFT #8817 (BAYC), collection 0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D',
        'You get: nothing',
      ],
    ],
    ['a game action', 'Sign unknown data: Move', ['message.action: Attack the tower', 'message.amount: 3']],
  ])('behavior: %s is described', (name, title, facts) => {
    const description = describeOn(typedDataRequests[name])
    expect(description.title).toBe(title)
    expect(description.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual(
      expect.arrayContaining([...facts]),
    )
  })

  test('behavior: data that nobody knows is high risk, also if the names seem harmless', () => {
    const data = {
      types: typesOf('Greeting', ['to address', 'words string']),
      primaryType: 'Greeting',
      domain,
      message: { to: spender, words: 'Hello' },
    }
    expect(ask(data)).toMatchObject({ risk: 'high', title: 'Sign unknown data: Greeting' })
    const cancel = {
      types: typesOf('CancelAuthorization', ['order bytes32']),
      primaryType: 'CancelAuthorization',
    }
    expect(ask({ ...cancel, domain, message: { order: `0x${'00'.repeat(32)}` } }).risk).toBe('high')
    // A number 0 of a contract without decimals may be an NFT.
    expect(ask(permit({ value: 0 })).risk).toBe('high')
    // Fields beside those of the standard.
    const more = permit({ value: 0, plan: 'all' })
    const types = typesOf('Permit', [...permitFields, 'plan string'])
    const known = { assets: knownToken({ decimals: 6 }) }
    const risk = (request: unknown) =>
      describeTypedData([address, request], { ...context, ...known }).description.risk
    expect(risk(permit({ value: 0 }))).toBe('low')
    expect(risk({ ...more, types })).toBe('high')
  })

  describe('with a known price and balance', () => {
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
      [
        'no balance',
        'an EIP-3009 transfer',
        { balance: undefined },
        'Your balance of USDC could not be read.',
      ],
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
      expect(showFor(10).facts.find(({ label }) => label === 'And')?.value).toMatch(
        /^2 more: .*; see Details$/,
      )
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
        const { domain: own, message, ...data } = typedDataRequests[name] as MutableTypedData
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

  test('behavior: a time before 1970, in the past or far away is shown', () => {
    const types = typesOf('Permit', [...permitFields.slice(0, 4), 'deadline int256'])
    const ends = (deadline: string | number) =>
      ask({ ...permit({ deadline }), types }).facts.find(({ label }) => label === 'Signature can be used')
        ?.value
    expect(ends(-(10 ** 12))).toMatch(/until a time that is over already$/)
    expect(ends(0)).toMatch(/until 1970-01-01 00:00 UTC, which is over already$/)
    expect(ends((2n ** 200n).toString())).toMatch(/with no deadline$/)
  })

  test.each(Object.entries(refusedTypedData))('error: %s is refused', (_, data) => {
    expect(() => describeOn(data)).toThrow(
      /^Someone could control your account with this signature, so this wallet never gives it/,
    )
    expect(() => describeOn(data)).toThrow(RequestRefusedError)
  })

  test('error: a delegator is refused only if it is the account, a sender only of an operation', () => {
    const vote = typesOf('Ballot', ['delegator address', 'delegatee address'])
    const mail = typesOf('Mail', ['sender address', 'text string'])
    const of = (types: object, message: object) => ({
      types,
      primaryType: Object.keys(types)[0],
      domain,
      message,
    })
    expect(() => ask(of(vote, { delegator: address, delegatee: spender }))).toThrow(
      /^Someone could control your account/,
    )
    expect(ask(of(vote, { delegator: spender, delegatee: address })).risk).toBe('high')
    expect(ask(of(mail, { sender: address, text: 'Hello' })).risk).toBe('high')
  })

  test.each<[string, unknown]>([
    ['a Permit without a limit', permit({ value: maxUint256.toString() })],
    ['a Permit for two years', permit({ deadline: soon + 2 * 365 * 86_400 })],
    ['a Permit for ever', permit({ deadline: maxUint256.toString() })],
    [
      'a Permit of DAI',
      {
        types: typesOf('Permit', [
          'holder address',
          'spender address',
          'nonce uint256',
          'expiry uint256',
          'allowed bool',
        ]),
        primaryType: 'Permit',
        domain,
        message: { holder: address, spender, nonce: 0, expiry: 0, allowed: true },
      },
    ],
    [
      'Permit2 without a limit',
      {
        types: {
          ...typesOf('PermitSingle', ['details Details', 'spender address', 'sigDeadline uint256']),
          ...typesOf('Details', ['token address', 'amount uint160', 'expiration uint48', 'nonce uint48']),
        },
        primaryType: 'PermitSingle',
        domain,
        message: {
          details: { token, amount: (2n ** 160n - 1n).toString(), expiration: soon, nonce: 0 },
          spender,
          sigDeadline: soon,
        },
      },
    ],
    [
      'Permit2 for several tokens',
      {
        types: {
          ...typesOf('PermitBatchTransferFrom', [
            'permitted Item[]',
            'spender address',
            'nonce uint256',
            'deadline uint256',
          ]),
          ...typesOf('Item', ['token address', 'amount uint256']),
        },
        primaryType: 'PermitBatchTransferFrom',
        domain,
        message: {
          permitted: [1, 2].map((amount) => ({ token, amount })),
          spender,
          nonce: 1,
          deadline: soon,
        },
      },
    ],
    [
      'a delegated call of a Safe',
      {
        types: typesOf('SafeTx', [
          'to address',
          'value uint256',
          'data bytes',
          'operation uint8',
          'safeTxGas uint256',
        ]),
        primaryType: 'SafeTx',
        domain,
        message: { to: spender, value: 0, data: '0x', operation: 1, safeTxGas: 0 },
      },
    ],
    [
      'an order for nothing',
      {
        types: {
          ...typesOf('OrderComponents', ['offerer address', 'offer Item[]', 'consideration Item[]']),
          ...typesOf('Item', [
            'itemType uint8',
            'token address',
            'identifierOrCriteria uint256',
            'startAmount uint256',
            'endAmount uint256',
            'recipient address',
          ]),
        },
        primaryType: 'OrderComponents',
        domain,
        message: {
          offerer: address,
          offer: [
            { itemType: 2, token, identifierOrCriteria: 7, startAmount: 1, endAmount: 1, recipient: address },
          ],
          consideration: [],
        },
      },
    ],
    [
      'an operation of another smart account',
      {
        types: typesOf('UserOperation', ['sender address', 'nonce uint256', 'callData bytes']),
        primaryType: 'UserOperation',
        domain,
        message: { sender: spender, nonce: 0, callData: '0x' },
      },
    ],
    ['a changed reading direction', { ...permit(), domain: { ...domain, name: '\u202eDSU' } }],
  ])('behavior: high risk: %s', (_, data) => {
    expect(ask(data)).toMatchObject({ risk: 'high' })
  })

  test('behavior: an order shows the most that is given, the least that is received, and how many items are left out', () => {
    const item = (startAmount: number, endAmount: number, recipient = address) => ({
      itemType: 1,
      token,
      identifierOrCriteria: 0,
      startAmount,
      endAmount,
      recipient,
    })
    const fields = ['itemType uint8', 'token address', 'identifierOrCriteria uint256']
    const amounts = ['startAmount uint256', 'endAmount uint256', 'recipient address']
    const order = (offer: object[], consideration: object[]) =>
      ask({
        types: {
          ...typesOf('OrderComponents', ['offerer address', 'offer Item[]', 'consideration Item[]']),
          ...typesOf('Item', [...fields, ...amounts]),
        },
        primaryType: 'OrderComponents',
        domain: { ...domain, verifyingContract: '0x0000000000000068F116a894984e2DB1123eB395' },
        message: { offerer: address, offer, consideration },
      }).facts.map(({ label, value }) => `${label} ${value}`)
    expect(order([item(1, 5000)], [item(900, 2)])).toEqual(
      expect.arrayContaining([
        `You give 5,000 smallest units of 0x5FbD…0aa3, token ${token}`,
        `You get 2 smallest units of 0x5FbD…0aa3, token ${token}`,
      ]),
    )
    const many = order(Array(10).fill(item(1, 1)), Array(11).fill(item(1, 1, spender)))
    expect(many).toContain('You give 2 more things')
    expect(many).toContain('And 3 more payments; see Details')
  })

  test('behavior: a transfer by signature (EIP-3009)', () => {
    const data = {
      types: typesOf('TransferWithAuthorization', [
        'from address',
        'to address',
        'value uint256',
        'validAfter uint256',
        'validBefore uint256',
        'nonce bytes32',
      ]),
      primaryType: 'TransferWithAuthorization',
      domain,
      message: {
        from: address,
        to: spender,
        value: 5,
        validAfter: 0,
        validBefore: soon,
        nonce: `0x${'00'.repeat(32)}`,
      },
    }
    expect(ask(data).title).toBe('Let 5 smallest units of 0x5FbD…0aa3, or NFT #5 (0x5FbD…0aa3) be sent later')
    expect(ask(data).facts).toContainEqual({ label: 'To', value: spender, kind: 'address' })
  })

  test('error: another network, another account', () => {
    expect(() => ask({ ...permit(), domain: { ...domain, chainId: 1 } })).toThrow(/eip155:1/)
    expect(() => ask({ ...permit(), domain: { ...domain, chainId: '0x1' } })).toThrow(/eip155:1/)
    expect(() => ask(permit(), spender)).toThrow(RequestRefusedError)
    const { chainId, ...unbound } = domain
    expect(ask({ ...permit(), domain: unbound }).warnings).toContainEqual({
      level: 'note',
      text: 'It is valid on every network.',
    })
    // A chain ID that is not part of the signed types has no effect.
    const types = { ...permit().types, EIP712Domain: [{ name: 'name', type: 'string' }] }
    expect(
      ask({ ...permit(), types })
        .warnings.map(({ text }) => text)
        .join(),
    ).toContain('every network')
  })

  test('error: a value that does not match its type, or an invalid type', () => {
    const types = (type: string) => ({ Thing: [{ name: 'it', type }] })
    const data = (type: string, it: unknown) => ({
      types: types(type),
      primaryType: 'Thing',
      domain,
      message: { it },
    })
    for (const [type, value] of [
      ['uint8', 256],
      ['uint8', -1],
      ['int8', 128],
      ['uint256', 1.5],
      ['uint256', '1e3'],
      ['uint256', 2 ** 60],
      ['uint256', `0x1${'00'.repeat(32)}`],
      ['bool', 'false'],
      ['bool', 1],
      ['address', '0x1234'],
      ['address', spender.slice(2)],
      ['bytes4', '0x123456'],
      ['bytes', '0x123'],
      ['bytes', 'abc'],
      ['string', 7],
      ['string', undefined],
      ['uint8[2]', [1]],
      ['uint8[]', 'no'],
      ['uint7', 1],
      ['bytes33', '0x'],
      ['Nothing', {}],
      ['uint8[0]', []],
      ['uint8 []', []],
      ['function', '0x'],
    ] as const)
      expect(() => ask(data(type, value)), `${type} ${value}`).toThrow(RequestRefusedError)
    for (const name of ['address', 'uint256', 'bytes', 'Thing(', 'a b', ''])
      expect(() => ask({ ...data('uint8', 1), types: { ...types('uint8'), [name]: [] } }), name).toThrow(
        RequestRefusedError,
      )
    expect(() => ask({ ...data('uint8', 1), primaryType: 'constructor' })).toThrow(RequestRefusedError)
    expect(() => ask({ ...data('uint8', 1), extra: 1 })).toThrow(RequestRefusedError)
    const twice = {
      Thing: [
        { name: 'it', type: 'uint8' },
        { name: 'it', type: 'address' },
      ],
    }
    expect(() => ask({ ...data('uint8', 1), types: twice })).toThrow(RequestRefusedError)
  })

  test('error: too long, too deep, too many values', () => {
    expect(() => ask(permit({ owner: 'x'.repeat(66_000) }))).toThrow(/64 KiB/)
    const deep = { types: { Node: [{ name: 'next', type: 'Node' }] }, primaryType: 'Node', domain: {} }
    const nest = (depth: number): object => (depth === 0 ? {} : { next: nest(depth - 1) })
    expect(() => ask({ ...deep, message: nest(9) })).toThrow(/8 deep/)
    expect(ask({ ...deep, message: nest(4) }).tree).toBeDefined()
    const many = { types: { List: [{ name: 'list', type: 'uint8[]' }] }, primaryType: 'List', domain: {} }
    expect(() => ask({ ...many, message: { list: new Array(2100).fill(1) } })).toThrow(/too many/)
    // Mutually recursive types are each visited once.
    const names = Array.from({ length: 30 }, (_, index) => `T${index}`)
    const types = Object.fromEntries(
      names.map((name) => [name, names.map((type) => ({ name: type, type: `${type}[]` }))]),
    )
    const message = Object.fromEntries(names.map((name) => [name, []]))
    expect(ask({ types, primaryType: 'T0', domain: {}, message }).title).toBe('Sign unknown data: T0')
  })
})

describe('hashTypedData', () => {
  const atoms: [string, fc.Arbitrary<unknown>][] = [
    ['uint256', fc.bigInt(0n, maxUint256).map(String)],
    ['uint8', fc.integer({ min: 0, max: 255 })],
    ['int128', fc.bigInt(-(2n ** 127n), 2n ** 127n - 1n).map(String)],
    ['bool', fc.boolean()],
    ['address', fc.constantFrom(address, spender, token)],
    ['bytes', fc.uint8Array({ maxLength: 70 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)],
    [
      'bytes4',
      fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    ],
    ['string', fc.string({ unit: 'grapheme', maxLength: 40 })],
  ]
  const field = fc.oneof(
    ...atoms.map(([type, value]) => value.map((made) => ({ type, value: made }))),
    ...atoms.map(([type, value]) =>
      fc.array(value, { maxLength: 4 }).map((made) => ({ type: `${type}[]`, value: made as unknown })),
    ),
  )
  const struct = fc.array(field, { minLength: 1, maxLength: 5 })

  test('behavior: the hash equals viem’s for any data', () => {
    fc.assert(
      fc.property(struct, fc.array(struct, { maxLength: 3 }), (outer, inner) => {
        const fieldsOf = (fields: typeof outer) =>
          fields.map(({ type }, index) => ({ name: `f${index}`, type }))
        const valuesOf = (fields: typeof outer) =>
          Object.fromEntries(fields.map(({ value }, index) => [`f${index}`, value]))
        const nested = Object.fromEntries(inner.map((fields, index) => [`Inner${index}`, fieldsOf(fields)]))
        const data = {
          domain,
          primaryType: 'Outer',
          types: {
            Outer: [
              ...fieldsOf(outer),
              ...inner.map((_, index) => ({ name: `inner${index}`, type: `Inner${index}` })),
            ],
            ...nested,
          },
          message: {
            ...valuesOf(outer),
            ...Object.fromEntries(inner.map((fields, index) => [`inner${index}`, valuesOf(fields)])),
          },
        }
        expect(hashTypedData(readTypedData(data)).hash).toBe(viemHash(data as Parameters<typeof viemHash>[0]))
      }),
      { numRuns: 150 },
    )
  })
})

const runs = Number(process.env.FUZZ_RUNS ?? 2000)

describe('describeTypedData with mutated data', () => {
  test(`behavior: ${runs} mutations: refuses or describes, never throws anything else, never hangs`, {
    timeout: 900_000,
  }, () => {
    const names = fc.constantFrom(
      'Permit',
      'EIP712Domain',
      'spender',
      'value',
      'chainId',
      'address',
      '__proto__',
      'x',
    )
    const typeNames = fc.constantFrom(
      'address',
      'uint256',
      'Permit',
      'Permit[]',
      'uint8[3][]',
      'EIP712Domain',
      'x',
      'bytes',
      'string',
    )
    const structs = fc.dictionary(
      names,
      fc.array(fc.record({ name: names, type: typeNames }), { maxLength: 4 }),
    )
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.constantFrom(address, spender, 0, '0x', maxUint256.toString(), 31337),
    )
    const data = fc.record(
      {
        types: fc.oneof(structs, fc.constant(permit().types), fc.jsonValue({ maxDepth: 2 })),
        primaryType: fc.oneof(names, fc.constant('Permit')),
        domain: fc.oneof(fc.constant(domain), fc.dictionary(names, values), values),
        message: fc.oneof(
          fc.dictionary(names, values),
          fc.record({ owner: values, spender: values, value: values, nonce: values, deadline: values }),
          values,
        ),
      },
      { requiredKeys: ['types', 'primaryType'] },
    )
    let slowest = 0
    fc.assert(
      fc.property(data, fc.boolean(), (made, isText) => {
        const start = performance.now()
        try {
          expect(['low', 'medium', 'high']).toContain(ask(isText ? JSON.stringify(made) : made).risk)
        } catch (error) {
          if (!(error instanceof RequestRefusedError)) throw error
        }
        slowest = Math.max(slowest, performance.now() - start)
      }),
      { numRuns: runs },
    )
    // Generous, because a busy machine causes pauses; a real hang takes many seconds.
    expect(slowest).toBeLessThan(5000)
  })

  test(`behavior: ${runs} mutations of realistic requests: refused, or described as high risk`, {
    timeout: 900_000,
  }, () => {
    const values = fc.oneof(
      fc.constantFrom(address, spender, 0, 1, '0x', '', true, false, [], {}, null),
      fc.constantFrom(
        maxUint256.toString(),
        `-${2n ** 255n}`,
        `0x${'ff'.repeat(32)}`,
        `0x${'00'.repeat(20)}`,
      ),
      fc.jsonValue({ maxDepth: 3 }),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
    )
    const types = fc.constantFrom(
      'address',
      'uint256',
      'int256',
      'string',
      'bytes',
      'bool',
      'uint256[]',
      'bytes32',
    )
    const names = Object.keys(typedDataRequests).filter((name) => !harmless.has(name))
    let described = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(fc.record({ at: fc.nat(), value: values, type: fc.option(types) }), { maxLength: 3 }),
        (name, changes) => {
          const data = structuredClone(typedDataRequests[name]) as MutableTypedData
          for (const change of changes) mutate(data, change)
          try {
            const { risk, title } = describeOn(data)
            // An amount that becomes 0 moves nothing, or takes the permission back.
            if (
              !/^(Sign a revocation of the permission to |(Let|Give|Let someone take up to) 0 )/.test(title)
            )
              expect([title, risk]).toEqual([title, 'high'])
            described += 1
          } catch (error) {
            if (!(error instanceof RequestRefusedError)) throw error
          }
        },
      ),
      { numRuns: runs },
    )
    expect(described).toBeGreaterThan(runs / 10)
  })
})

type MutableTypedData = {
  types: Record<string, { name: string; type: string }[]>
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

/** Changes a value of the message or of a struct in it, and the type of a field with it if one is given. */
function mutate(
  data: MutableTypedData,
  { at, value, type }: { at: number; value: unknown; type: string | null },
): void {
  const places: [Record<string, unknown>, string][] = []
  const collect = (fields: Record<string, unknown>) => {
    for (const [name, inner] of Object.entries(fields)) {
      places.push([fields, name])
      if (typeof inner === 'object' && inner !== null) collect(inner as Record<string, unknown>)
    }
  }
  collect(data.message)
  const [fields, name] = places[at % places.length] ?? [data.message, 'x']
  fields[name] = value
  if (type === null) return
  for (const struct of Object.values(data.types))
    for (const field of struct) if (field.name === name) field.type = type
}
