import type { Access, Operation } from '../../../infra/http/openapi/Operation.ts'
import { isShown } from './isShown.ts'
import { writeUrl } from './writeUrl.ts'

const proof = 'dpop: <proof>'
const credentials: Partial<Readonly<Record<Access, readonly string[]>>> = {
  session: ['authorization: Bearer <session token>'],
  relay: ['authorization: Bearer <client token>'],
  proof: [proof],
  wallet: ['authorization: DPoP <access token>', proof],
}
/** Access kinds of `/wallet/v1`, where a body requires the content type `application/json`. */
const requiresContentType = new Set<Access>(['proof', 'wallet'])

/** Returns the example call as a curl command for a shell. */
export function writeCurl({ operation, origin }: { operation: Operation; origin: string }): string {
  const { method, access, parameters = [], body } = operation
  const headers = [
    ...parameters
      .filter((one) => one.in === 'header' && isShown(one))
      .map(({ name, example }) => `${name}: ${example}`),
    ...(credentials[access] ?? []),
    ...(body && requiresContentType.has(access) ? ['content-type: application/json'] : []),
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
