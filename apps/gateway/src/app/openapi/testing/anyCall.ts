import fc from 'fast-check'
import type { Access, Operation } from '../../../infra/http/openapi/Operation.ts'
import { anyBody } from './anyBody.ts'
import { encode } from './encode.ts'
import { nasty, nastyStrings } from './nasty.ts'

/** A request of a random test. */
export type Call = {
  path: string
  method: string
  headers: [string, string][]
  body: string | Uint8Array<ArrayBuffer> | undefined
  access: Access
}

/**
 * Returns arbitrary calls of an operation, in which each part is either valid or malformed.
 *
 * @param session a valid session token.
 */
export function anyCall(operation: Operation, session: string): fc.Arbitrary<Call> {
  const { parameters = [], path, method, access } = operation
  const encoding = fc.constantFrom('full' as const, 'full' as const, 'double' as const, 'minimal' as const)
  const piece = (example: string | undefined) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(encodeURIComponent(example ?? 'x')) },
      { weight: 2, arbitrary: fc.tuple(nasty, encoding).map(([text, encoding]) => encode(text, encoding)) },
    )
  const inPath = fc
    .tuple(
      ...parameters
        .filter((one) => one.in === 'path')
        .map(({ name, example }) => piece(example).map((text) => [name, text] as const)),
    )
    .map((pieces) => pieces.reduce((whole, [name, text]) => whole.replace(`{${name}}`, () => text), path))
  const names = parameters.filter((one) => one.in === 'query')
  const query = fc.tuple(
    ...names.map(({ name, example, required }) =>
      fc.oneof(
        { weight: required ? 1 : 20, arbitrary: fc.constant('') },
        { weight: 6, arbitrary: fc.constant(`&${name}=${encodeURIComponent(example ?? '')}`) },
        { weight: 2, arbitrary: piece(example).map((text) => `&${name}=${text}`) },
        {
          weight: 1,
          arbitrary: fc
            .tuple(piece(example), piece(example))
            .map(([one, two]) => `&${name}=${one}&${name}=${two}`),
        },
      ),
    ),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant('') },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          '&__proto__=1',
          '&constructor=1',
          '&&=&',
          '&projectId=x',
          '&%',
          '&a[b]=1',
          '&ticket=x',
        ),
      },
    ),
  )
  const project = access === 'public' ? '' : 'projectId=local'
  const headers = fc.array(
    fc.tuple(
      fc.constantFrom(
        ...parameters.filter((one) => one.in === 'header').map(({ name }) => name),
        ...[
          'authorization',
          'origin',
          'idempotency-key',
          'x-request-id',
          'x-project-id',
          'if-none-match',
          'x-forwarded-for',
        ],
        ...['content-type', 'accept', 'accept-encoding', 'content-encoding', 'last-event-id', 'x-nonce-jwt'],
      ),
      headerText,
    ),
    { maxLength: 2 },
  )
  const credentials: [string, string][] = access === 'session' ? [['authorization', `Bearer ${session}`]] : []
  return fc.record({
    path: fc.tuple(inPath, query).map(([at, parts]) => `${at}?${project}${parts.join('')}`),
    method: fc.constant(method.toUpperCase()),
    headers: headers.map((some) => [...credentials, ...some]),
    access: fc.constant(access),
    body: method === 'post' ? anyBody(operation) : fc.constant(undefined),
  })
}

/** Header values: only characters that an HTTP header can contain. */
const headerText = fc.oneof(
  fc
    .constantFrom(...nastyStrings)
    .map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 4000)),
  fc.constantFrom(
    'Bearer ',
    'Bearer x',
    'Bearer a.b.c',
    'Bearer sk_1',
    'Basic eDp5',
    'https://evil.example',
    'null',
    '*',
  ),
)
