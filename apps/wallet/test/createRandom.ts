import { getAddress, type Hex, keccak256, stringToHex } from 'viem'

export type Random = ReturnType<typeof createRandom>

/** Creates a source of random values that is the same for the same seed. */
export function createRandom(seed: number) {
  let count = 0
  const bits = () => {
    count += 1
    return keccak256(stringToHex(`${seed} ${count}`))
  }
  const fraction = () => Number.parseInt(bits().slice(2, 14), 16) / 2 ** 48
  /** A whole number from `least` to `most`. */
  const integer = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    integer,
    chance: (share: number) => fraction() < share,
    pick: <T>(items: readonly T[]): T => items[integer(0, items.length - 1)] as T,
    /** Several different items. */
    some: <T>(items: readonly T[], amount: number): T[] =>
      items
        .map((item) => ({ item, order: fraction() }))
        .toSorted((a, b) => a.order - b.order)
        .slice(0, amount)
        .map(({ item }) => item),
    address: (): Hex => getAddress(`0x${bits().slice(-40)}`),
    hash: (): Hex => bits(),
  }
}
