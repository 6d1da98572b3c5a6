import { maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  address,
  askTypedData,
  context,
  describeOn,
  domain,
  harmless,
  permit,
  permitFields,
  soon,
  spender,
  token,
  typesOf,
} from '../../test/askTypedData.ts'
import { refusedTypedData, stranger, typedDataRequests } from '../../test/typedDataRequests.ts'
import { describeTypedData } from './describeTypedData.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import type { AssetFacts, Assets } from './readAssets.ts'

/** What is known if only this token is. */
const knownToken = (facts: Partial<AssetFacts>): Assets => ({
  coin: { symbol: 'ETH', price: undefined, balance: undefined },
  tokens: new Map([
    [token.toLowerCase(), { kind: 'erc20', price: undefined, balance: undefined, ...facts } as const],
  ]),
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
      const { facts } = askTypedData({ ...permit(), domain: { ...domain, name } })
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
      ['message.claim.points: 5000'],
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

  test('behavior: unknown data is high risk, also if the names seem harmless', () => {
    const data = {
      types: typesOf('Greeting', ['to address', 'words string']),
      primaryType: 'Greeting',
      domain,
      message: { to: spender, words: 'Hello' },
    }
    expect(askTypedData(data)).toMatchObject({ risk: 'high', title: 'Sign unknown data: Greeting' })
    const cancel = {
      types: typesOf('CancelAuthorization', ['order bytes32']),
      primaryType: 'CancelAuthorization',
    }
    expect(askTypedData({ ...cancel, domain, message: { order: `0x${'00'.repeat(32)}` } }).risk).toBe('high')
    // A number 0 of a contract without decimals may be an NFT.
    expect(askTypedData(permit({ value: 0 })).risk).toBe('high')
    // Fields beside those of the standard.
    const more = permit({ value: 0, plan: 'all' })
    const types = typesOf('Permit', [...permitFields, 'plan string'])
    const known = { assets: knownToken({ decimals: 6 }) }
    const risk = (request: unknown) =>
      describeTypedData([address, request], { ...context, ...known }).description.risk
    expect(risk(permit({ value: 0 }))).toBe('low')
    expect(risk({ ...more, types })).toBe('high')
  })

  test('behavior: a time before 1970, in the past or far away is shown', () => {
    const types = typesOf('Permit', [...permitFields.slice(0, 4), 'deadline int256'])
    const ends = (deadline: string | number) =>
      askTypedData({ ...permit({ deadline }), types }).facts.find(
        ({ label }) => label === 'Signature can be used',
      )?.value
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
    expect(() => askTypedData(of(vote, { delegator: address, delegatee: spender }))).toThrow(
      /^Someone could control your account/,
    )
    expect(askTypedData(of(vote, { delegator: spender, delegatee: address })).risk).toBe('high')
    expect(askTypedData(of(mail, { sender: address, text: 'Hello' })).risk).toBe('high')
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
    expect(askTypedData(data)).toMatchObject({ risk: 'high' })
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
      askTypedData({
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
    expect(askTypedData(data).title).toBe(
      'Let 5 smallest units of 0x5FbD…0aa3, or NFT #5 (0x5FbD…0aa3) be sent later',
    )
    expect(askTypedData(data).facts).toContainEqual({ label: 'To', value: spender, kind: 'address' })
  })

  test('error: another network, another account', () => {
    expect(() => askTypedData({ ...permit(), domain: { ...domain, chainId: 1 } })).toThrow(/eip155:1/)
    expect(() => askTypedData({ ...permit(), domain: { ...domain, chainId: '0x1' } })).toThrow(/eip155:1/)
    expect(() => askTypedData(permit(), spender)).toThrow(RequestRefusedError)
    const { chainId, ...unbound } = domain
    expect(askTypedData({ ...permit(), domain: unbound }).warnings).toContainEqual({
      level: 'note',
      text: 'It is valid on every network.',
    })
    // A chain ID that is not part of the signed types has no effect.
    const types = { ...permit().types, EIP712Domain: [{ name: 'name', type: 'string' }] }
    expect(
      askTypedData({ ...permit(), types })
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
      expect(() => askTypedData(data(type, value)), `${type} ${value}`).toThrow(RequestRefusedError)
    for (const name of ['address', 'uint256', 'bytes', 'Thing(', 'a b', ''])
      expect(
        () => askTypedData({ ...data('uint8', 1), types: { ...types('uint8'), [name]: [] } }),
        name,
      ).toThrow(RequestRefusedError)
    expect(() => askTypedData({ ...data('uint8', 1), primaryType: 'constructor' })).toThrow(
      RequestRefusedError,
    )
    expect(() => askTypedData({ ...data('uint8', 1), extra: 1 })).toThrow(RequestRefusedError)
    const twice = {
      Thing: [
        { name: 'it', type: 'uint8' },
        { name: 'it', type: 'address' },
      ],
    }
    expect(() => askTypedData({ ...data('uint8', 1), types: twice })).toThrow(RequestRefusedError)
  })

  test('error: too long, too deep, too many values', () => {
    expect(() => askTypedData(permit({ owner: 'x'.repeat(66_000) }))).toThrow(/64 KiB/)
    const deep = { types: { Node: [{ name: 'next', type: 'Node' }] }, primaryType: 'Node', domain: {} }
    const nest = (depth: number): object => (depth === 0 ? {} : { next: nest(depth - 1) })
    expect(() => askTypedData({ ...deep, message: nest(9) })).toThrow(/8 deep/)
    expect(askTypedData({ ...deep, message: nest(4) }).tree).toBeDefined()
    const many = { types: { List: [{ name: 'list', type: 'uint8[]' }] }, primaryType: 'List', domain: {} }
    expect(() => askTypedData({ ...many, message: { list: new Array(2100).fill(1) } })).toThrow(/too many/)
    // Mutually recursive types are each visited once.
    const names = Array.from({ length: 30 }, (_, index) => `T${index}`)
    const types = Object.fromEntries(
      names.map((name) => [name, names.map((type) => ({ name: type, type: `${type}[]` }))]),
    )
    const message = Object.fromEntries(names.map((name) => [name, []]))
    expect(askTypedData({ types, primaryType: 'T0', domain: {}, message }).title).toBe(
      'Sign unknown data: T0',
    )
  })
})
