import type { Transaction } from '@portico/protocol/gateway'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { ada, bob, testKit } from '../testing/index.ts'
import { findLookAlike } from './findLookAlike.ts'
import { getRecipients } from './getRecipients.ts'
import { listPaid } from './listPaid.ts'
import { rememberRecipient } from './rememberRecipient.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})
function setup() {
  const { kit, storage } = testKit()
  stops.push(() => kit.destroy())
  return { kit, storage }
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const subject = { namespace: 'eip155', networkId: 'eip155:1', from: ada } as const
const entry = (metadata: Partial<Transaction['metadata']>): Transaction => ({
  id: '1',
  metadata: {
    ...{ operationType: 'send', hash: '0x1', minedAt: '', sentFrom: ada, sentTo: bob, status: 'confirmed' },
    ...{ nonce: 1, chain: 'eip155:1', isOwn: true, isPayment: true, ...metadata },
  },
  transfers: null,
})
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))

describe('the stored recipients', () => {
  test('behavior: the last payment comes first, each recipient once, for each account', () => {
    const { kit } = setup()
    for (const to of ['0x1', '0x2', '0x1']) rememberRecipient(kit, { namespace: 'eip155', from: ada, to })
    rememberRecipient(kit, { namespace: 'eip155', from: bob, to: '0x3' })
    expect(getRecipients(kit, { namespace: 'eip155', from: ada })).toEqual(['0x1', '0x2'])
    expect(getRecipients(kit, { namespace: 'solana', from: ada })).toEqual([])
  })

  test('behavior: the newest 500 payments of a namespace are kept', () => {
    const { kit, storage } = setup()
    for (let index = 0; index < 510; index++)
      rememberRecipient(kit, { namespace: 'eip155', from: ada, to: `0x${index}` })
    expect(getRecipients(kit, { namespace: 'eip155', from: ada })).toHaveLength(500)
    expect(getRecipients(kit, { namespace: 'eip155', from: ada })[0]).toBe('0x509')
    expect(storage.getItem('@portico/recipients')).toContain('0x509')
  })

  test.each(['', '{', '[]', '{"eip155":[{"from":1}]}', 'null'])(
    'error: %j in the storage is ignored',
    (stored) => {
      const { kit, storage } = setup()
      storage.setItem('@portico/recipients', stored)
      expect(getRecipients(kit, { namespace: 'eip155', from: ada })).toEqual([])
      rememberRecipient(kit, { namespace: 'eip155', from: ada, to: bob })
      expect(getRecipients(kit, { namespace: 'eip155', from: ada })).toEqual([bob])
    },
  )
})

describe('listPaid', () => {
  test('behavior: payments from this browser, then those of the history', () => {
    const { kit } = setup()
    rememberRecipient(kit, { namespace: 'eip155', from: ada, to: '0xaa' })
    const history = [
      entry({ sentTo: '0xBB' }),
      entry({ sentTo: '0xAA' }),
      entry({ sentTo: bob, sentFrom: ada.toLowerCase() }),
    ]
    expect(listPaid(kit, subject, history)).toEqual(['0xaa', '0xBB', bob])
  })

  test('behavior: of poisoned histories, no recipient is offered', () => {
    const { kit } = setup()
    const poisons: Partial<Transaction['metadata']>[] = [
      { isPayment: false },
      // Of a gateway that does not say it.
      { isPayment: undefined },
      { status: 'failed' },
      { sentFrom: bob },
      { chain: 'eip155:8453' },
      { sentTo: '' },
    ]
    const looks = [
      '0x0000000000000000000000000000000000000b0b',
      '0x0000ffffffffffffffffffffffffffffffff0b0b',
      ada,
    ]
    const histories = poisons.flatMap((poison) => looks.map((sentTo) => [entry({ sentTo, ...poison })]))
    expect(histories.flatMap((history) => listPaid(kit, subject, history))).toEqual([])
  })
})

describe('findLookAlike', () => {
  const find = (address: string, ...paid: string[][]) => findLookAlike({ address, paid, isSame })

  test('behavior: any address with the same ends is found, in any letter case, and is not offered as known', () => {
    fc.assert(
      fc.property(hex(4), hex(4), hex(32), hex(32), (first, last, one, two) => {
        fc.pre(one !== two)
        const paid = [`0x${first}${one}${last}`]
        const address = `0x${first.toUpperCase()}${two}${last}`
        expect(find(address, paid)).toBe(paid[0])
        expect(find(paid[0] as string, paid)).toBeUndefined()
      }),
    )
  })

  test('behavior: what all addresses of a kind begin with is no likeness', () => {
    const paid = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']
    expect(find('bc1q0000d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', paid)).toBeUndefined()
    expect(find('bc1qw508000000000000000000000000000000f3t4', paid)).toBe(paid[0])
  })

  test('behavior: an address that was paid before is known, whatever it looks like', () => {
    const [one, two] = [`0xaaaa${'1'.repeat(32)}bbbb`, `0xaaaa${'2'.repeat(32)}bbbb`]
    expect(find(two, [one, two])).toBeUndefined()
    expect(find(two, [two], [one])).toBeUndefined()
  })

  test('error: a history that names a counterfeit does not make it known', () => {
    const [own, counterfeit] = [`0xaaaa${'1'.repeat(32)}bbbb`, `0xaaaa${'2'.repeat(32)}bbbb`]
    expect(find(counterfeit, [own], [own, counterfeit])).toBe(own)
    expect(find(own, [own], [counterfeit, own])).toBeUndefined()
  })
})
