import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const folder = join(import.meta.dirname, '../sources/blockscout/fixtures')
const load = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))

type Item = Record<string, unknown>
/** Sort and pagination keys of the lists, in descending order. */
const keys: Readonly<Record<string, (item: Item) => readonly [number, number]>> = {
  transactions: ({ block_number, position }) => [Number(block_number), Number(position)],
  'token-transfers': ({ block_number, log_index }) => [Number(block_number), Number(log_index)],
  'internal-transactions': ({ block_number, index }) => [Number(block_number), Number(index)],
}

/** Starts a fake Blockscout instance with one account and two items per page. */
export async function startBlockscout({
  before = () => undefined,
}: {
  /** Returns a status to respond with instead of the data, or undefined. */
  before?: (path: string) => number | undefined
} = {}): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const path = pathname.replace('/api/v2', '')
    seen.push(path)
    const status = before(path)
    const body = status === undefined ? answer(path, searchParams) : undefined
    response.statusCode = status ?? (body === undefined ? 404 : 200)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body ?? { message: 'Not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const pageSize = 2

function answer(path: string, search: URLSearchParams): unknown {
  const [, kind, id, list] = path.split('/')
  if (kind === 'blocks') {
    const blocks = load('blocks') as { height: number }[]
    if (id === undefined) return { items: blocks, next_page_params: null }
    return blocks.find(({ height }) => String(height) === id)
  }
  if (kind === 'transactions' && list === 'logs')
    return { items: load('logs')[id as string] ?? [], next_page_params: null }
  if (kind === 'transactions') {
    const all = [...load('transactions'), ...Object.values(load('details'))] as { hash: string }[]
    return all.find(({ hash }) => hash === id)
  }
  if (list === undefined) return load('address')
  if (list === 'token-balances') return load('token-balances')
  const items = load(list) as Item[]
  const keyOf = keys[list]
  if (!keyOf) {
    const start = Number(search.get('items_count') ?? 0)
    const end = start + pageSize
    return {
      items: items.slice(start, end),
      next_page_params: end < items.length ? { items_count: end, token_type: 'ERC-721' } : null,
    }
  }
  const [block, index] = [Number(search.get('block_number') ?? Infinity), Number(search.get('index') ?? 0)]
  const below = items.filter((item) => {
    const [itemBlock, itemIndex] = keyOf(item)
    return itemBlock < block || (itemBlock === block && itemIndex < index)
  })
  const page = below.slice(0, pageSize)
  const [lastBlock, lastIndex] = keyOf(page.at(-1) ?? { block_number: 0 })
  const next = { block_number: lastBlock, index: lastIndex, items_count: 50 }
  return { items: page, next_page_params: below.length > pageSize ? next : null }
}
