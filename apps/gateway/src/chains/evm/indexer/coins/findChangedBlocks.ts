import type { Interval } from '../../blocks/intervals.ts'
import { AccountHasCodeError } from './AccountHasCodeError.ts'
import type { AccountAt } from './readStates.ts'

/** A block after which an account had another balance or nonce than before. */
export type ChangedBlock = { block: number; before: AccountAt; after: AccountAt }

/** The blocks after `low.block` up to `high.block`, with the states at both ends. */
type Span = { low: At; high: At }
type At = { block: number; state: AccountAt }

/** The number of states that are read at once. */
const perRound = 100

/**
 * Finds the newest blocks of a range in which an account's balance or nonce changed, by bisection. Complete for an account
 * without code: only its own transactions spend its coins, and each of them raises the nonce, as does everything that could
 * give it code. Between two equal states it therefore neither sent nor received anything.
 *
 * @param options.enough the search ends once that many blocks are found.
 * @returns the blocks, and the lowest block down to which all are found.
 * @throws {AccountHasCodeError} if the account had code in the range.
 */
export async function findChangedBlocks({
  account,
  range,
  enough,
  readStates,
  readHasCode,
}: {
  account: string
  range: Interval
  enough: number
  readStates: (blocks: readonly number[]) => Promise<AccountAt[]>
  /** Reads whether the account had code after each block. */
  readHasCode: (blocks: readonly number[]) => Promise<boolean[]>
}): Promise<{ changed: ChangedBlock[]; from: number }> {
  const bottom = Math.max(0, range.from - 1)
  if (range.to <= bottom) return { changed: [], from: range.from }
  const [low, high] = (await readStates([bottom, range.to])) as [AccountAt, AccountAt]
  /** Newest first, without a gap from the top down. */
  let open: Span[] = [{ low: { block: bottom, state: low }, high: { block: range.to, state: high } }]
  const changed: ChangedBlock[] = []
  /** Whether the account had code, by nonce: code never changes without the nonce. */
  const hasCode = new Map<number, boolean>()

  async function checkCode(equal: readonly Span[]): Promise<void> {
    const unknown = new Map<number, number>()
    for (const { low } of equal) {
      const { nonce, hasCode: known } = low.state
      if (known !== undefined) hasCode.set(nonce, known)
      else if (!hasCode.has(nonce)) unknown.set(nonce, low.block)
    }
    if (unknown.size > 0) {
      const read = await readHasCode([...unknown.values()])
      for (const [index, nonce] of [...unknown.keys()].entries()) hasCode.set(nonce, read[index] === true)
    }
    if (equal.some(({ low }) => hasCode.get(low.state.nonce))) throw new AccountHasCodeError({ account })
  }

  for (;;) {
    await checkCode(open.filter(isEqual))
    open = open.filter((span) => !isEqual(span))
    // Blocks at the top are final; below an interval that is still open nothing is.
    while (open[0] && isOneBlock(open[0])) {
      const { low, high } = open.shift() as Span
      changed.push({ block: high.block, before: low.state, after: high.state })
    }
    const [newest] = open
    if (!newest) return { changed, from: range.from }
    if (changed.length >= enough) return { changed, from: newest.high.block + 1 }
    open = await split(open, enough - changed.length, readStates)
  }
}

/** Splits the newest spans, so that about `perRound` states are read. */
async function split(
  open: readonly Span[],
  needed: number,
  readStates: (blocks: readonly number[]) => Promise<AccountAt[]>,
): Promise<Span[]> {
  const wide = open.filter((span) => !isOneBlock(span)).slice(0, Math.min(needed, perRound))
  const parts = Math.max(2, Math.floor(perRound / wide.length) + 1)
  const cuts = new Map(wide.map((span) => [span, cut(span, parts)]))
  const blocks = [...cuts.values()].flat()
  const states = await readStates(blocks)
  const stateOf = new Map(blocks.map((block, index) => [block, states[index] as AccountAt]))
  return open.flatMap((span) => {
    const points = [
      span.low,
      ...(cuts.get(span) ?? []).map((block) => ({ block, state: stateOf.get(block) as AccountAt })),
      span.high,
    ]
    return points
      .slice(1)
      .map((high, index) => ({ low: points[index] as At, high }))
      .reverse()
  })
}

/** Returns the blocks that divide a span into at most `parts` parts. */
function cut({ low, high }: Span, parts: number): number[] {
  const width = high.block - low.block
  const count = Math.min(parts, width)
  return Array.from(
    { length: count - 1 },
    (_, index) => low.block + Math.floor((width * (index + 1)) / count),
  )
}

function isEqual({ low, high }: Span): boolean {
  return low.state.nonce === high.state.nonce && low.state.balance === high.state.balance
}

function isOneBlock({ low, high }: Span): boolean {
  return high.block - low.block === 1
}
