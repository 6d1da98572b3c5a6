/** Runs a function for each item, a few at a time. */
export async function forEach<item>(
  items: readonly item[],
  run: (item: item) => Promise<void>,
): Promise<void> {
  const left = items.toReversed()
  const work = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(4, items.length) }, work))
}
