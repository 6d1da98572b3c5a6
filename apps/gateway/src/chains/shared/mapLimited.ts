/**
 * Maps items concurrently, at most `limit` at a time. After `timeoutMs` milliseconds no further call starts, and
 * pending results are undefined.
 */
export async function mapLimited<Item, Value>({
  items,
  limit,
  timeoutMs,
  map,
}: {
  items: readonly Item[]
  limit: number
  timeoutMs: number
  map: (item: Item) => Promise<Value>
}): Promise<(Value | undefined)[]> {
  const values: (Value | undefined)[] = new Array(items.length).fill(undefined)
  let next = 0
  let isOver = false
  async function work(): Promise<void> {
    while (next < items.length && !isOver) {
      const index = next++
      const value = await map(items[index] as Item)
      if (!isOver) values[index] = value
    }
  }
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isOver = true
      resolve()
    }, timeoutMs)
  })
  try {
    await Promise.race([Promise.all(Array.from({ length: Math.min(limit, items.length) }, work)), timeout])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
  return values
}
