import fc from 'fast-check'
import type { Access, Operation } from '../Operation.ts'
import { anyBody } from './anyBody.ts'
import { encode } from './encode.ts'
import { nasty, nastyStrings } from './nasty.ts'

/** A request of a test. */
export type Call = {
  path: string
  method: string
  headers: [string, string][]
  body: string | Uint8Array<ArrayBuffer> | undefined
  access: Access
}

/**
 * Calls of an operation that are right here and wrong there.
 *
 * @param session a session token.
 */
export function anyCall(operation: Operation, session: string): fc.Arbitrary<Call> {
  const { parameters = [], path, method, access } = operation
  const how = fc.constantFrom('well' as const, 'well' as const, 'twice' as const, 'hardly' as const)
  const piece = (example: string | undefined) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(encodeURIComponent(example ?? 'x')) },
      { weight: 2, arbitrary: fc.tuple(nasty, how).map(([text, way]) => encode(text, way)) },
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
  const given: [string, string][] = access === 'session' ? [['authorization', `Bearer ${session}`]] : []
  return fc.record({
    path: fc.tuple(inPath, query).map(([at, parts]) => `${at}?${project}${parts.join('')}`),
    method: fc.constant(method.toUpperCase()),
    headers: headers.map((some) => [...given, ...some]),
    access: fc.constant(access),
    body: method === 'post' ? anyBody(operation) : fc.constant(undefined),
  })
}

/** Byte strings, which is what a header can hold. */
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
