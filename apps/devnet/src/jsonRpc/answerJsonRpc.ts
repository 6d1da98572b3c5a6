import { JsonRpcError } from './JsonRpcError.ts'
import { toJson } from './toJson.ts'

/** The methods of a node by name. They throw {@link JsonRpcError}; other errors become -32603. */
export type JsonRpcMethods = Readonly<Record<string, (params: unknown[]) => unknown>>

const maxBatch = 1_000

/**
 * Handles a JSON-RPC request or batch.
 *
 * @param version '2.0', or '1.0' for Bitcoin Core's form, which always has both `result` and `error`
 * @returns the text of the response; '' for notifications
 * @see https://www.jsonrpc.org/specification
 */
export async function answerJsonRpc({
  body,
  methods,
  version = '2.0',
}: {
  body: string
  methods: JsonRpcMethods
  version?: '1.0' | '2.0'
}): Promise<string> {
  const answer = (id: unknown, outcome: { result: unknown } | { error: JsonRpcError }): object => {
    const fields =
      'result' in outcome
        ? { result: outcome.result ?? null, ...(version === '1.0' ? { error: null } : {}) }
        : { ...(version === '1.0' ? { result: null } : {}), error: toObject(outcome.error) }
    return version === '2.0' ? { jsonrpc: '2.0', ...fields, id } : { ...fields, id }
  }
  const answerOne = async (request: unknown): Promise<object | undefined> => {
    if (!isObject(request) || typeof request.method !== 'string') {
      const id = isObject(request) && isId(request.id) ? request.id : null
      return answer(id, { error: new JsonRpcError(-32600, 'Invalid request') })
    }
    const { id, method, params = [] } = request
    try {
      const result = await call(methods, method as string, params)
      return id === undefined ? undefined : answer(isId(id) ? id : null, { result })
    } catch (error) {
      const failure =
        error instanceof JsonRpcError
          ? error
          : new JsonRpcError(-32603, `Internal error: ${(error as Error).message}`)
      return id === undefined ? undefined : answer(isId(id) ? id : null, { error: failure })
    }
  }

  let request: unknown
  try {
    request = JSON.parse(body)
  } catch {
    return toJson(answer(null, { error: new JsonRpcError(-32700, 'Parse error') }))
  }
  if (!Array.isArray(request)) {
    const single = await answerOne(request)
    return single ? toJson(single) : ''
  }
  if (request.length === 0 || request.length > maxBatch)
    return toJson(answer(null, { error: new JsonRpcError(-32600, 'Invalid request') }))
  const answers: object[] = []
  // Sequentially, because a batch may send a transaction and then read it.
  for (const entry of request) {
    const single = await answerOne(entry)
    if (single) answers.push(single)
  }
  return answers.length > 0 ? toJson(answers) : ''
}

async function call(methods: JsonRpcMethods, method: string, params: unknown): Promise<unknown> {
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!handler) throw new JsonRpcError(-32601, 'Method not found')
  if (!Array.isArray(params)) throw new JsonRpcError(-32602, 'Invalid params: expected an array')
  return handler(params)
}

function toObject({ code, message, data }: JsonRpcError): object {
  return data === undefined ? { code, message } : { code, message, data }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value === null
}
