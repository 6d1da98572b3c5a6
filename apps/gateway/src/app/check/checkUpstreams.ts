import type { CaipNetworkId } from '@portico/protocol'
import { type Check, checkHttp, type Outcome } from '@portico/server/checks'
import type { Config } from '../../infra/config/Config.ts'

/** The JSON-RPC call that says which network a node is of, and how its answer is compared, by CAIP-2 namespace. */
const questions: Readonly<
  Record<
    string,
    { method: string; params: readonly unknown[]; isAnswer: (result: unknown, reference: string) => boolean }
  >
> = {
  eip155: {
    method: 'eth_chainId',
    params: [],
    isAnswer: (result, reference) => typeof result === 'string' && `${Number(result)}` === reference,
  },
  solana: {
    method: 'getGenesisHash',
    params: [],
    isAnswer: (result, reference) => typeof result === 'string' && result.slice(0, 32) === reference,
  },
  bip122: {
    method: 'getblockhash',
    params: [0],
    isAnswer: (result, reference) => typeof result === 'string' && result.slice(0, 32) === reference,
  },
}

/**
 * Returns one check for each upstream: whether it answers, and for the network that it is configured for. They name the host, never the
 * whole URL, which may contain a key.
 */
export function checkUpstreams({
  rpcUrls,
  esploraUrls,
}: Pick<Config, 'rpcUrls' | 'esploraUrls'>): readonly Check[] {
  const nodes = [...rpcUrls].flatMap(([chain, urls]) =>
    urls.map((url) => ({
      name: `upstream of ${chain} at ${new URL(url).host}`,
      run: () => checkNode({ chain, url }),
    })),
  )
  const indexes = [...esploraUrls].flatMap(([chain, urls]) =>
    urls.map((url) => ({
      name: `Esplora of ${chain} at ${new URL(url).host}`,
      run: () => checkEsplora(url),
    })),
  )
  return [...nodes, ...indexes]
}

async function checkNode({
  chain,
  url,
}: {
  chain: CaipNetworkId
  url: string
}): Promise<Outcome | Outcome[]> {
  if (/^ws/i.test(url)) return checkSocket(url)
  const [namespace = '', reference = ''] = chain.split(':')
  const { method = '', params, isAnswer } = questions[namespace] ?? {}
  return checkHttp({
    url: withoutUser(url),
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(url) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    },
    async read(response) {
      const body: unknown = await response.json().catch(() => undefined)
      const result = (body as { result?: unknown } | undefined)?.result
      if (isAnswer?.(result, reference)) return { status: 'ok', text: 'answers' }
      return typeof result === 'string'
        ? { status: 'problem', text: `is a node of another network: ${method} is ${result.slice(0, 70)}` }
        : { status: 'problem', text: `answers ${method} with status ${response.status} and no result` }
    },
  })
}

function checkSocket(url: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url)
    socket.addEventListener('open', () => {
      socket.close()
      resolve({ status: 'ok', text: 'accepts sockets' })
    })
    socket.addEventListener('error', () => resolve({ status: 'problem', text: 'accepts no sockets' }))
  })
}

function checkEsplora(url: string): Promise<Outcome[]> {
  return checkHttp({
    url: `${withoutUser(url).replace(/\/$/, '')}/blocks/tip/height`,
    init: { headers: authorization(url) },
    async read(response) {
      return response.ok && /^\d+$/.test(await response.text())
        ? { status: 'ok', text: 'answers' }
        : { status: 'problem', text: `answers with status ${response.status} and no height` }
    },
  })
}

/** `fetch` refuses URLs with a user and a password. */
function withoutUser(url: string): string {
  return Object.assign(new URL(url), { username: '', password: '' }).href
}

function authorization(url: string): Record<string, string> {
  const { username, password } = new URL(url)
  if (username === '') return {}
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(user).toString('base64')}` }
}
