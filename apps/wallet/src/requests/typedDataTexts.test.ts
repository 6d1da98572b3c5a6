import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { TypedDataRequest } from '../../test/buildTypedData.ts'
import { now, owner, pricedAssets, stranger, typedDataRequests } from '../../test/typedDataRequests.ts'
import { describeTypedData } from './describeTypedData.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const apes = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const safe = '0x849D52316331967b6fF1198e5E32A0eB168D039d'
const game = '0x9C8fF314C9Bc7F6e59A9d9225Fb22946427eDC03'
const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const forwarder = '0xAa3E82b4c4093b4bA13Cb5714382C99ADBf750cA'
const soon = Math.floor(now / 1000) + 3600
const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])
const nftNote = {
  level: 'note',
  text: 'An NFT has no price, so what this is worth is unknown. An NFT can hold money, such as a liquidity position: that money goes with it.',
}

function request(name: string): TypedDataRequest {
  const data = typedDataRequests[name]
  if (!data) throw new Error(`There is no request ${name}.`)
  return structuredClone(data)
}

/** Changes fields of a request, by their names, wherever they are. */
function change(data: TypedDataRequest, changes: Record<string, unknown>): TypedDataRequest {
  return JSON.parse(JSON.stringify(data), (key, value: unknown) => changes[key] ?? value)
}

function show(data: TypedDataRequest, recipients: readonly string[] = []) {
  const { description, parties } = describeTypedData([owner, data], {
    address: owner,
    origin: 'https://app.example',
    chainId: `eip155:${data.domain.chainId ?? 1}`,
    now,
    limits: { usd: 100, share: 0.5 },
    assets: pricedAssets,
    recipients: recipients.map((address) => address.toLowerCase()),
  })
  const { facts, warnings } = description
  return {
    ...description,
    parties,
    fact: (name: string) => facts.find(({ label }) => label === name)?.value,
    labels: facts.map(({ label }) => label),
    texts: warnings.map(({ text }) => text),
  }
}

function safeTransaction(to: string, data: Hex, value = 0): TypedDataRequest {
  return change(request('a transaction of a Safe'), { to, data, value })
}

describe('what a visitor reads of typed data', () => {
  test.each([
    ['a revoked ERC-2612 permit', 'the permission stays'],
    ['a PermitSingle that revokes', 'the permission stays'],
    ['an EIP-3009 cancellation', 'the transfer can still be made'],
  ])('behavior: %s changes nothing until someone uses it', (name, text) => {
    expect(show(request(name)).fact('Now')).toBe(
      `nothing changes: until someone uses this signature, ${text}`,
    )
  })

  test('behavior: a cancellation does not say that there is a transfer', () => {
    expect(show(request('an EIP-3009 cancellation')).fact('Cancels')).toBe(
      'one USDC transfer, if you signed one that has not been made; the request does not say which',
    )
  })

  test('behavior: a revocation through Permit2 leaves other permissions', () => {
    const other = 'any permission that was not given through Permit2'
    expect(show(request('a PermitSingle that revokes')).fact('Not changed')).toBe(other)
    expect(show(request('a revoked ERC-2612 permit')).labels).not.toContain('Not changed')
  })

  test('behavior: the first use of a spender, borrower or recipient is said', () => {
    const first = (who: string) =>
      `This is the first time you ${who}. Check the whole address before you approve.`
    const spender = first('deal with this spender')
    const recipient = first('send to this address')
    for (const [name, text, party] of [
      ['an ERC-2612 permit of 120 USDC', spender],
      ['a PermitSingle of Permit2', spender],
      ['a PermitTransferFrom of Permit2', spender],
      ['an ERC-721 permit of a Uniswap v3 position', spender],
      ['an Aave credit delegation', first('deal with this borrower')],
      ['an EIP-3009 transfer', recipient],
      ['a CoW order whose proceeds go to somebody else', first('deal with this recipient'), stranger],
      ['a ForwardRequest that sends tokens', recipient, stranger],
      ['a ForwardRequest that lets somebody take NFTs', spender, stranger],
      ['a transaction of a Safe', first('deal with this recipient'), stranger],
    ] as const) {
      const { texts, parties } = show(request(name))
      expect([name, texts.filter((one) => one.startsWith('This is the first time'))]).toEqual([name, [text]])
      expect(parties).toHaveLength(1)
      if (party) expect(parties).toEqual([party])
      const again = show(request(name), parties).texts
      expect([name, again.filter((one) => one.includes('first time'))]).toEqual([name, []])
    }
  })

  test('behavior: nobody is new who only loses a permission, or who gets nothing', () => {
    for (const name of ['a revoked ERC-2612 permit', 'a PermitSingle that revokes', 'a vote on Snapshot'])
      expect([name, show(request(name)).parties]).toEqual([name, []])
  })

  test('behavior: an address that only looks like a known one', () => {
    const twin = `${friend.slice(0, 6)}${'5'.repeat(32)}${friend.slice(-4)}`.toLowerCase()
    const { risk, texts } = show(change(request('an EIP-3009 transfer'), { to: twin }), [friend])
    expect(risk).toBe('high')
    expect(texts).toContain(
      `This address only looks like ${friend.toLowerCase()}, which you sent to before. It is a different address.`,
    )
  })

  test('behavior: a permission without an end names its tokens', () => {
    const never = { expiration: `${2n ** 48n - 1n}` }
    expect(show(change(request('a PermitSingle of Permit2'), never)).texts).toContain(
      'The permission to take USDC never ends, unless you revoke it.',
    )
    expect(show(change(request('a PermitBatch of Permit2'), never)).texts).toContain(
      'The permission to take USDC and WETH never ends, unless you revoke it.',
    )
    const long = { expiration: soon + 800 * 86_400 }
    expect(show(change(request('a PermitSingle of Permit2'), long)).texts).toContain(
      'The permission to take USDC lasts for more than a year.',
    )
  })

  test('behavior: a permission without an end is not said to last until it ends', () => {
    const of = (name: string, changes = {}) =>
      show(change(request(name), changes)).texts.filter((text) => text.includes('The spender can take'))
    const later = (end: string) => [`The spender can take this until ${end}, without asking you again.`]
    expect(of('an ERC-2612 permit of 120 USDC')).toEqual(later('you revoke it'))
    expect(of('a PermitSingle of Permit2')).toEqual(later('the permission ends'))
    expect(of('a PermitSingle of Permit2', { expiration: `${2n ** 48n - 1n}` })).toEqual(
      later('you revoke it'),
    )
    expect(show(request('an ERC-2612 permit without a limit')).texts).toContain(
      'There is no limit: the spender can take all of it until you revoke it, without asking you again.',
    )
  })

  test('behavior: an order without an end has none to wait for', () => {
    const { texts } = show(change(request('a 1inch order'), { makerTraits: '0' }))
    expect(texts).toContain('The order never ends, unless you cancel it at the exchange.')
    expect(texts).toContain(
      'Whoever fills the order gets what you give. That is possible at any time, without asking you again.',
    )
    expect(show(request('a CoW order')).texts).toContain(
      'Whoever fills the order gets what you give. That is possible until it ends, without asking you again.',
    )
  })

  test('behavior: a forwarded call says which contract is the token, and which one passes it on', () => {
    const meta = show(request('a MetaTransaction'))
    expect(meta.fact('Contract that is called, the token itself')).toBe(usdc)
    expect(meta.fact('Passed on by')).toBe('the same contract')
    const forwarded = show(request('a ForwardRequest with an unknown call'))
    expect(forwarded.fact('Contract that is called')).toBe(game)
    expect(forwarded.fact('Passed on by the contract')).toBe(forwarder)
    const own = show(
      change(request('a ForwardRequest with an unknown call'), { to: forwarder.toLowerCase() }),
    )
    expect(own.fact('Passed on by')).toBe('the same contract')
    expect(show(request('a ForwardRequest that lets somebody take NFTs')).labels).toContain(
      'Contract that is called, the collection itself',
    )
  })

  test('behavior: a forwarded call in the name of the contract that is called', () => {
    const data = change(request('a ForwardRequest that sends tokens'), { from: usdc })
    expect(show(data).texts).toContain(
      `It is about what belongs to ${usdc}, which is the contract that is called and not this account.`,
    )
  })

  test('behavior: of a contract that only looks like Permit2 nothing is certain', () => {
    const { title, fact } = show(request('a PermitSingle for another contract than Permit2'))
    expect(title).toBe('Let someone take up to 5 USDC, or something else')
    expect(fact('Can be taken later')).toBe('up to 5 USDC, or more')
    expect(show(request('a PermitSingle of Permit2')).fact('Can be taken later')).toMatch(/ in total$/)
  })

  test('behavior: an order at an unknown contract is not certain either', () => {
    const data = request('a CoW order')
    const { title, fact } = show({ ...data, domain: { ...data.domain, verifyingContract: game } })
    expect(title).toMatch(/, or something else$/)
    expect(fact('You give, at most')).toBeUndefined()
    expect(fact('You give')).toMatch(/, or more$/)
    expect(fact('You get, it says')).toMatch(/USDC|WETH|USDT|DAI/)
  })

  test('behavior: several orders at an unknown contract are not certain either', () => {
    const data = request('two Seaport listings at once')
    const { title, fact, texts } = show({ ...data, domain: { ...data.domain, verifyingContract: game } })
    expect(title).toBe('Sign 2 orders at once, or something else')
    expect(fact('You give')).toMatch(/, or more$/)
    expect(fact('You get, it says')).toBe('12 ETH, paid by the buyer')
    expect(texts[0]).toMatch(/^It is not for the contract that is known for such requests\./)
  })

  test('behavior: a field of a witness cannot look like a label of the wallet', () => {
    const data = request('a PermitWitnessTransferFrom of an unknown contract')
    const fields = data.types.PermitWitnessTransferFrom?.map((field) =>
      field.name === 'claim' ? { name: 'Recipient', type: 'address' } : field,
    )
    const { labels } = show({
      ...data,
      types: { ...data.types, PermitWitnessTransferFrom: fields ?? [] },
      message: { ...data.message, Recipient: owner },
    })
    expect(labels).not.toContain('Recipient')
    expect(labels).toContain('message.Recipient')
  })

  test('behavior: a vote that could do harm can cost money', () => {
    for (const name of ['a vote on Snapshot', 'a vote for a Governor'])
      expect(show(request(name))).not.toHaveProperty('stake')
  })

  test('behavior: a test network has no real value', () => {
    const data = request('an Aave credit delegation')
    const { fact } = show({ ...data, domain: { ...data.domain, chainId: 11_155_111 } })
    expect(fact('Network')).toBe('Sepolia (test network: nothing here has real value)')
  })

  test.each([
    'an ERC-721 permit of a Uniswap v3 position',
    'a permit of all Uniswap v4 positions',
    'a Seaport listing',
    'two Seaport listings at once',
    'a ForwardRequest that lets somebody take NFTs',
  ])('behavior: what it means to lose an NFT: %s', (name) => {
    expect(show(request(name)).warnings.filter(({ text }) => text === nftNote.text)).toEqual([nftNote])
  })

  test('behavior: an order that only gives tokens says nothing of NFTs', () => {
    expect(show(request('a Seaport offer for any NFT of a collection')).texts).not.toContain(nftNote.text)
  })

  test('behavior: hidden characters are shown where they are', () => {
    const data = change(request('a game action'), { action: 'Att\u200back' })
    expect(show(data).texts).toContain(
      'It contains hidden characters. They are shown as [hidden character]; elsewhere you cannot see them.',
    )
  })

  test('behavior: unknown data moves nothing now, and what it may move later is unknown', () => {
    expect(show(request('a game action')).fact('Now')).toBe(
      'nothing leaves your account; what can leave later is unknown',
    )
  })

  describe('of a Safe', () => {
    const all = encodeFunctionData({ abi: erc20, functionName: 'approve', args: [stranger, 2n ** 256n - 1n] })
    const nfts = encodeFunctionData({ abi: erc20, functionName: 'setApprovalForAll', args: [stranger, true] })
    const none = encodeFunctionData({ abi: erc20, functionName: 'approve', args: [stranger, 0n] })

    test('behavior: what a Safe allows is the Safe’s', () => {
      const { title, fact, texts, labels } = show(safeTransaction(usdc, all))
      expect(title).toBe('Approve as an owner of a Safe: let someone take all the Safe’s USDC')
      expect(fact('Can be taken later')).toBe('all the Safe’s USDC, also what the Safe gets in future')
      expect(fact('Permission ends')).toBe('never, unless the Safe revokes it')
      expect(texts).toContain(
        'There is no limit: the spender can take all of it until the Safe revokes it, without asking the Safe’s owners again.',
      )
      expect(labels).not.toContain('Owner, not you')
    })

    test('behavior: NFTs of a Safe', () => {
      const { title, texts } = show(safeTransaction(apes, nfts))
      expect(title).toBe('Approve as an owner of a Safe: let someone take all the Safe’s NFTs of BAYC')
      expect(texts).toContain(
        'The spender can take all the Safe’s NFTs of this collection until the Safe revokes it, without paying and without asking the Safe’s owners again.',
      )
      expect(texts).toContain(nftNote.text)
    })

    test('behavior: a permission that a Safe takes back', () => {
      const { title, fact } = show(safeTransaction(usdc, none))
      expect(title).toBe('Approve as an owner of a Safe: revoke the permission to take the Safe’s USDC')
      expect(fact('Revokes')).toBe('the permission to take the Safe’s USDC')
    })

    test('behavior: what a Safe loses by other code or an unknown call is unknown', () => {
      const unknown = 'unknown, perhaps all that the Safe has'
      const code = show(request('a transaction of a Safe that runs other code'))
      expect(code.title).toBe('Approve as an owner of a Safe: run other code as the Safe')
      expect(code.fact('Can leave the Safe later')).toBe(unknown)
      // Other code can mean anything by the call, also if it looks like a transfer.
      const looks = show(change(request('a transaction of a Safe'), { operation: 1 }))
      expect(looks.title).toBe('Approve as an owner of a Safe: run other code as the Safe')
      expect(looks.fact('Can leave the Safe later')).toBe(unknown)
      const call = show(safeTransaction(game, '0x4e71d92d'))
      expect(call.title).toBe('Approve as an owner of a Safe: an unknown call')
      expect(call.fact('Can leave the Safe later')).toBe(unknown)
      expect(show(safeTransaction(usdc, all)).labels).not.toContain('Can leave the Safe later')
    })

    test('behavior: what leaves by an unknown forwarded call is unknown', () => {
      expect(show(request('a ForwardRequest with an unknown call')).fact('Can leave later')).toBe('unknown')
      expect(show(request('a MetaTransaction')).labels).not.toContain('Can leave later')
    })

    test('behavior: a transfer of a Safe to itself', () => {
      const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [safe, 5_000_000n] })
      expect(show(safeTransaction(usdc, data)).title).toBe(
        'Approve as an owner of a Safe: send 5 USDC to the Safe itself',
      )
    })

    test('behavior: no screen of a Safe calls its money the visitor’s', () => {
      for (const data of [all, nfts, none]) {
        const { title, facts, texts } = show(safeTransaction(data === nfts ? apes : usdc, data))
        const values = facts.filter(({ label }) => label !== 'Now').map(({ value }) => value)
        expect(
          [title, ...values, ...texts.filter((text) => !text.startsWith('A Safe is'))].join('\n'),
        ).not.toMatch(/\byours?\b/)
      }
    })
  })
})
