import { expect, test } from 'vitest'
import type { Entry } from '../chains/shared/activity/ActivityReader.ts'
import type { Position } from '../chains/shared/activity/cursor.ts'
import type { ActivityProvider } from '../chains/shared/providers/ActivityProvider.ts'
import type { BalanceProvider } from '../chains/shared/providers/BalanceProvider.ts'
import type { NftProvider } from '../chains/shared/providers/NftProvider.ts'

/** Creates the provider to test, with a source that works or fails, and names an account the source has data for. */
type Subject<Kind> = {
  make: (options: { isDown: boolean }) => Promise<Kind>
  account: string
}
const chain = 'eip155:31337'
const soon = () => Date.now() + 20_000

/** Tests the properties that every provider declares. */
function testDeclaration(make: () => Promise<BalanceProvider | ActivityProvider | NftProvider>): void {
  test('behavior: declares its networks, cost and rate', async () => {
    const provider = await make()
    expect([provider.serves(chain), provider.serves('eip155:999')]).toEqual([true, false])
    expect(provider.id).toMatch(/^[a-z-]+$/)
    expect(provider.cost).toBeGreaterThan(0)
    expect(provider.rate === null || provider.rate > 0).toBe(true)
  })
}

/** Tests that every provider of balances must pass. */
export function testBalanceProvider({
  make,
  account,
  coin,
  tokens,
}: Subject<BalanceProvider> & {
  /** The balance in the native currency, in wei. */
  coin: bigint
  /** Symbol, decimals and amount in base units. */
  tokens: readonly (readonly [string, number, bigint])[]
}): void {
  testDeclaration(() => make({ isDown: false }))

  test('behavior: returns the native currency first, then the tokens with decimals that the account holds', async () => {
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

  test('error: throws if the source fails', async () => {
    const provider = await make({ isDown: true })
    await expect(provider.list({ chain, account, tokens: [], deadline: soon() })).rejects.toThrow()
  })
}

/** Tests that every provider of activity must pass. */
export function testActivityProvider({
  make,
  account,
  expected,
}: Subject<ActivityProvider> & {
  /** Transaction hash and operation type, newest first. */
  expected: readonly (readonly [string, string])[]
}): void {
  testDeclaration(() => make({ isDown: false }))

  /** Reads all entries in pages of `limit` entries. */
  async function readAll(provider: ActivityProvider, limit: number): Promise<Entry[]> {
    const all: Entry[] = []
    let from: Position | undefined
    for (;;) {
      const opened = await provider.open({
        chain,
        account,
        from,
        limit,
        until: () => soon(),
        deadline: soon(),
      })
      let position = opened.from
      let count = 0
      while (count < limit) {
        const next = await opened.reader.peek()
        if (next.kind === 'end') return all
        if (next.kind === 'incomplete') {
          position = next.after
          break
        }
        opened.reader.take()
        all.push(next.entry)
        position = next.entry.after
        count++
      }
      from = await opened.reader.resolvePosition(position)
      expect(from.anchor.hash).toMatch(/^0x[0-9a-f]{64}$/)
    }
  }

  test('behavior: returns every entry once, newest first, with any page size', async () => {
    const provider = await make({ isDown: false })
    for (const limit of [100, 3, 1]) {
      const entries = await readAll(provider, limit)
      expect(
        entries.map(
          (entry) => 'described' in entry && [entry.transaction.hash, entry.described.operationType],
        ),
      ).toEqual(expected.map((pair) => [...pair]))
    }
  })

  test('error: rejects a position in a block that is no longer on the chain', async () => {
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

  test('error: throws if the source fails', async () => {
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

/** Tests that every provider of NFTs must pass. */
export function testNftProvider({
  make,
  account,
  expected,
}: Subject<NftProvider> & { expected: readonly string[] }): void {
  testDeclaration(() => make({ isDown: false }))

  test('behavior: returns all NFTs page by page, with names', async () => {
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

  test('error: throws if the source fails; reads the first page for an invalid cursor', async () => {
    const query = { chain, account, limit: 2, deadline: soon() } as const
    await expect((await make({ isDown: true })).page({ ...query, cursor: undefined })).rejects.toThrow()
    expect((await (await make({ isDown: false })).page({ ...query, cursor: '§' })).data).toHaveLength(2)
  })
}
