import type { Log, LogFields } from '@portico/server'

/** An answered JSON-RPC body. */
export type AnsweredRpc = {
  requestId: string
  status: number
  /** The JSON-RPC code of an error of the gateway, or the code of a problem. Errors of nodes are results of the call. */
  code?: string | number | undefined
  chain?: string | undefined
  project?: string | undefined
  ms: number
}

/** Logs errors of JSON-RPC, and a sample of the other answers. */
export type RpcLog = (answered: AnsweredRpc) => void

/** Upstreams that fail, or a client that repeats a wrong request, must not fill the disk. */
const linesPerSecond = 50

/**
 * Creates the log of JSON-RPC. Errors are logged with the request ID that the client got, as a warning if the gateway failed, at most
 * 50 in a second; of the other answers, one in `sampleEvery`.
 */
export function createRpcLog({
  log,
  sampleEvery,
  now = Date.now,
}: {
  log: Log
  /** 0 = none. */
  sampleEvery: number
  now?: () => number
}): RpcLog {
  let answered = 0
  let second = 0
  let lines = 0

  function isTooMany(): boolean {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      const omitted = lines - linesPerSecond
      second = current
      lines = 0
      if (omitted > 0) log.warn({ route: '/v1' }, `${omitted} further RPC errors of a second were not logged`)
    }
    return ++lines > linesPerSecond
  }

  return ({ code, ...rest }) => {
    if (code === undefined) {
      if (sampleEvery === 0 || ++answered % sampleEvery !== 0) return
      return log.info(toFields(rest), 'answered')
    }
    if (isTooMany()) return
    const isOurs = rest.status >= 500
    log[isOurs ? 'warn' : 'info']({ ...toFields(rest), code: String(code) }, 'RPC error')
  }
}

function toFields({ ms, ...rest }: Omit<AnsweredRpc, 'code'>): LogFields {
  return { ...rest, route: '/v1', ms: Math.round(ms) }
}
