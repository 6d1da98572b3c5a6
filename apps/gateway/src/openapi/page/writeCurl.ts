import type { Access, Operation } from '../Operation.ts'
import { isShown } from './isShown.ts'
import { writeUrl } from './writeUrl.ts'

const proof = 'dpop: <proof>'
const credentials: Partial<Readonly<Record<Access, readonly string[]>>> = {
  session: ['authorization: Bearer <session token>'],
  relay: ['authorization: Bearer <client token>'],
  proof: [proof],
  wallet: ['authorization: DPoP <access token>', proof],
}
const ofWallet = new Set<Access>(['proof', 'wallet'])

/** A call with curl, ready to be pasted into a shell. */
export function writeCurl({ operation, origin }: { operation: Operation; origin: string }): string {
  const { method, access, parameters = [], body } = operation
  const headers = [
    ...parameters
      .filter((one) => one.in === 'header' && isShown(one))
      .map(({ name, example }) => `${name}: ${example}`),
    ...(credentials[access] ?? []),
    // Others are read without it.
    ...(body && ofWallet.has(access) ? ['content-type: application/json'] : []),
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
