import type { Access, Operation } from '../Operation.ts'
import { isShown } from './isShown.ts'
import { writeUrl } from './writeUrl.ts'

const tokens: Partial<Readonly<Record<Access, string>>> = {
  session: 'authorization: Bearer <session token>',
  relay: 'authorization: Bearer <client token>',
}

/** A call with curl, ready to be pasted into a shell. */
export function writeCurl({ operation, origin }: { operation: Operation; origin: string }): string {
  const { method, access, parameters = [], body } = operation
  const token = tokens[access]
  const headers = [
    ...parameters
      .filter((one) => one.in === 'header' && isShown(one))
      .map(({ name, example }) => `${name}: ${example}`),
    ...(token === undefined ? [] : [token]),
  ]
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quote(`${origin}${writeUrl(operation)}`)}`,
    ...headers.map((one) => `-H ${quote(one)}`),
    ...(body ? [`-d ${quote(JSON.stringify(body.example))}`] : []),
  ].join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
