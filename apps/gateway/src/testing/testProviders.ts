import { expect, test } from 'vitest'
import type { Entry } from '../modules/history/createChainReader.ts'
import type { Place } from '../modules/history/cursor.ts'
import type { ActivityProvider } from '../providers/ActivityProvider.ts'
import type { BalanceProvider } from '../providers/BalanceProvider.ts'
import type { NftProvider } from '../providers/NftProvider.ts'

/** A provider over a source that works, or over one that is down, and an account the source knows. */
type Subject<Kind> = {
  make: (options: { isDown: boolean }) => Promise<Kind>
  account: string
}
const chain = 'eip155:31337'
const soon = () => Date.now() + 20_000

/** What every provider declares. */
function testDeclaration(make: () => Promise<BalanceProvider | ActivityProvider | NftProvider>): void {
  test('behavior: declares its chains, cost and rate', async () => {
    const provider = await make()
    expect([provider.serves(chain), provider.serves('eip155:999')]).toEqual([true, false])
    expect(provider.id).toMatch(/^[a-z-]+$/)
    expect(provider.cost).toBeGreaterThan(0)
    expect(provider.rate === null || provider.rate > 0).toBe(true)
  })
}

/** The suite every provider of balances passes. */
export function testBalanceProvider({
  make,
  account,
  coin,
  tokens,
}: Subject<BalanceProvider> & {
  /** Wei. */
  coin: bigint
  /** Symbol, decimals and base units. */
  tokens: readonly (readonly [string, number, bigint])[]
}): void {
  testDeclaration(() => make({ isDown: false }))

  test('behavior: the coin first, then what is held of tokens with decimals', async () => {
    const provider = await make({ isDown: false })
    const { holdings, coverage } = await provider.list({ chain, account, tokens: [], deadline: soon() })
    const [first, ...rest] = holdings
    expect([first?.address, first?.amount, first?.decimals]).toEqual([undefined, coin, 18])
    expect(rest.map(({ symbol, decimals, amount }) => [symbol, decimals, amount]).sort()).toEqual(
      [...tokens].map((token) => [...token]).sort(),
    )
    for (const { address, price } of rest) {
      expect(address).toMatch(/^0x[0-9a-f]{40}$/)
      expect(price === undefined || price > 0).toBe(true)
    }
    expect(['list', 'indexed']).toContain(coverage)
  })

  test('error: a source that is down', async () => {
    const provider = await make({ isDown: true })
    await expect(provider.list({ chain, account, tokens: [], deadline: soon() })).rejects.toThrow()
  })
}

/** The suite every provider of activity passes. */
export function testActivityProvider({
  make,
  account,
  expected,
}: Subject<ActivityProvider> & {
  /** Hash and operation, newest first. */
  expected: readonly (readonly [string, string])[]
}): void {
  testDeclaration(() => make({ isDown: false }))

  /** The list to its end, in pages of a size. */
  async function walk(provider: ActivityProvider, limit: number): Promise<Entry[]> {
    const all: Entry[] = []
    let from: Place | undefined
    for (;;) {
      const opened = await provider.open({
        chain,
        account,
        from,
        limit,
        until: () => soon(),
        deadline: soon(),
      })
      let place = opened.from
      let count = 0
      while (count < limit) {
        const next = await opened.reader.peek()
        if (next.kind === 'end') return all
        if (next.kind === 'unread') {
          place = next.after
          break
        }
        opened.reader.take()
        all.push(next.entry)
        place = next.entry.after
        count++
      }
      from = await opened.reader.seal(place)
      expect(from.anchor.hash).toMatch(/^0x[0-9a-f]{64}$/)
    }
  }

  test('behavior: all of it, newest first, each once, whatever the size of the pages', async () => {
    const provider = await make({ isDown: false })
    for (const limit of [100, 3, 1]) {
      const entries = await walk(provider, limit)
      expect(
        entries.map(
          (entry) => 'described' in entry && [entry.transaction.hash, entry.described.operationType],
        ),
      ).toEqual(expected.map((pair) => [...pair]))
    }
  })

  test('error: a place in a block that is gone', async () => {
    const provider = await make({ isDown: false })
    const { from } = await provider.open({
      chain,
      account,
      from: undefined,
      limit: 1,
      until: () => soon(),
      deadline: soon(),
    })
    const anchor = { ...from.anchor, hash: `0x${'e'.repeat(64)}` }
    await expect(
      provider.open({
        chain,
        account,
        from: { ...from, anchor },
        limit: 1,
        until: () => soon(),
        deadline: soon(),
      }),
    ).rejects.toMatchObject({ code: 'cursor-stale' })
  })

  test('error: a source that is down', async () => {
    const provider = await make({ isDown: true })
    const read = async () => {
      const query = {
        chain,
        account,
        from: undefined,
        limit: 1,
        until: () => soon(),
        deadline: soon(),
      } as const
      await (await provider.open(query)).reader.peek()
    }
    await expect(read()).rejects.toThrow()
  })
}

/** The suite every provider of NFTs passes. */
export function testNftProvider({
  make,
  account,
  expected,
}: Subject<NftProvider> & { expected: readonly string[] }): void {
  testDeclaration(() => make({ isDown: false }))

  test('behavior: all of them, page by page, with names', async () => {
    const provider = await make({ isDown: false })
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await provider.page({ chain, account, limit: 2, cursor, deadline: soon() })
      names.push(...page.data.map(({ name }) => name))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(names).toEqual(expected)
  })

  test('error: a source that is down, a cursor that is none', async () => {
    const query = { chain, account, limit: 2, deadline: soon() } as const
    await expect((await make({ isDown: true })).page({ ...query, cursor: undefined })).rejects.toThrow()
    expect((await (await make({ isDown: false })).page({ ...query, cursor: '§' })).data).toHaveLength(2)
  })
}
