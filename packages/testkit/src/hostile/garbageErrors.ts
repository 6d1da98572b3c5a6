/** Thrown values that are not EIP-1193 errors, by what they are. Some throw again when read. */
export const garbageErrors: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  text: 'User rejected the request.',
  number: 4001,
  'a function': () => undefined,
  'a frozen object': Object.freeze({ code: 4001, message: 'frozen' }),
  'an object without prototype': Object.assign(Object.create(null), { code: 4001 }),
  'an error with its code as text': Object.assign(new Error('User denied'), { code: '4001' }),
  'an error without message': Object.assign(new Error(), { code: 4001 }),
  'an error hidden in data': { code: -32603, message: '', data: { originalError: { code: 4001 } } },
  'a message of markup': { code: -32603, message: '<img src=x onerror="globalThis.hostileScriptRan=true">' },
  'a message of a megabyte': { code: -32603, message: 'x'.repeat(1_000_000) },
  'a message that is no text': { code: 4001, message: { toString: null } },
  'throwing getters': Object.defineProperties(
    {},
    Object.fromEntries(
      ['code', 'message', 'name', 'data', 'cause', 'stack', 'toString'].map((name) => [
        name,
        {
          enumerable: true,
          get() {
            throw new Error(`getter of ${name}`)
          },
        },
      ]),
    ),
  ),
  'a proxy that always throws': new Proxy({}, alwaysThrowing()),
  'a cycle': cycle(),
  'a cycle of causes': causeCycle(),
}

function alwaysThrowing(): ProxyHandler<object> {
  const fail = () => {
    throw new Error('proxy trap')
  }
  return { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail }
}

function cycle() {
  const error: Record<string, unknown> = { code: 4001, message: 'cycle' }
  error.data = error
  return error
}

function causeCycle() {
  const error = new Error('cycle of causes')
  error.cause = new Error('inner', { cause: error })
  return error
}
