import { problem } from '@portico/protocol/gateway'
import type * as z from 'zod/mini'
import { problemKind } from '../http/problems.ts'
import { componentSchemas, type JsonSchema, toJsonSchema } from './componentSchemas.ts'
import { type HeaderName, headers } from './headers.ts'
import type { Access, Answer, Operation, OperationGroup } from './Operation.ts'
import { problemsOf, unitsOf } from './problemsOf.ts'

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>
type Response = { description: string; headers?: Record<string, { $ref: string }>; content?: Content }

/** A document of OpenAPI 3.1, as far as ours uses it. */
export type OpenApiDocument = {
  openapi: '3.1.0'
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>
  components: { schemas: Record<string, JsonSchema> } & Record<string, unknown>
} & Record<string, unknown>

/** Ways to say who calls; one of them is enough. */
const security: Readonly<Record<Access, readonly Readonly<Record<string, readonly string[]>>[]>> = {
  public: [],
  project: [{ projectId: [] }, { projectIdHeader: [] }, { secretKey: [] }],
  stream: [{ projectId: [] }, { projectIdHeader: [] }, { secretKey: [] }, { streamTicket: [] }],
  session: [
    { projectId: [], session: [] },
    { projectIdHeader: [], session: [] },
  ],
  walletSite: [],
  proof: [{ dpopProof: [] }],
  wallet: [{ dpopProof: [], walletToken: [] }],
  relay: [
    { projectId: [], relayToken: [] },
    { projectId: [], relayTokenQuery: [] },
  ],
}

const securitySchemes = {
  projectId: {
    type: 'apiKey',
    in: 'query',
    name: 'projectId',
    description: 'The public id of a project. Browsers may use it on the origins the project allows.',
  },
  projectIdHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-project-id',
    description: 'The same in a header.',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The secret key of a project, sk_…, for servers.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of POST /auth/v1/authenticate.',
  },
  streamTicket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description: 'A ticket of POST /v1/stream/tickets, good once.',
  },
  dpopProof: {
    type: 'apiKey',
    in: 'header',
    name: 'dpop',
    description: 'A proof of possession for this request (RFC 9449).',
  },
  walletToken: {
    type: 'apiKey',
    in: 'header',
    name: 'authorization',
    description: '`DPoP` and the access token of POST /wallet/v1/sessions.',
  },
  relayToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A JWT signed with the key of the relay client.',
  },
  relayTokenQuery: { type: 'apiKey', in: 'query', name: 'auth', description: 'The same in the query.' },
}

const idempotencyKey = {
  in: 'header',
  name: 'idempotency-key',
  description: 'Makes the call happen once in 24 hours; asked again, the first answer is repeated.',
  schema: { type: 'string', maxLength: 255 },
}

/** The description of the gateway: OpenAPI 3.1.0, from the table of operations and the schemas of the protocol. */
export function createDocument(groups: readonly OperationGroup[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const { title, operations } of groups)
    for (const operation of operations) {
      const path = paths[operation.path] ?? {}
      path[operation.method] = describe(operation, title)
      paths[operation.path] = path
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico gateway',
      version: '1',
      description:
        'JSON-RPC, balances, activity, NFTs, names and sign-in sessions on one server. Errors are problems (RFC 9457); programs compare `code`. Objects in answers may have further members in later versions. An address without an operation is 404 `not-found`, with another method 405 `method-not-allowed`. A page for people is at /docs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: groups.map(({ title: name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, description]) => [
          name,
          { description, schema: { type: name === 'retry-after' ? 'integer' : 'string' } },
        ]),
      ),
    },
  }
}

function describe(operation: Operation, tag: string) {
  const { id, summary, description, access, parameters = [], body, isIdempotent } = operation
  const given = [
    ...parameters.map(({ schema, isShown: _, ...parameter }) => ({
      ...parameter,
      required: parameter.in === 'path' || parameter.required === true,
      schema: toJsonSchema(schema),
    })),
    ...(isIdempotent ? [idempotencyKey] : []),
  ]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: [...security[access]],
    ...(given.length > 0 ? { parameters: given } : {}),
    ...(body ? { requestBody: describeBody(body) } : {}),
    responses: describeResponses(operation),
    'x-cost-units': unitsOf(operation),
  }
}

function describeBody({ schema, description, example }: NonNullable<Operation['body']>) {
  return {
    required: true,
    ...(description === undefined ? {} : { description }),
    content: { 'application/json': { schema: toJsonSchema(schema), example } },
  }
}

function describeResponses(operation: Operation): Record<string, Response> {
  const { answers, problemSchema = problem } = operation
  const always: HeaderName[] =
    unitsOf(operation) > 0 ? ['x-request-id', 'ratelimit', 'ratelimit-policy'] : ['x-request-id']
  const responses: Record<string, Response> = {}
  for (const [status, answer] of Object.entries(answers))
    responses[status] = {
      description: answer.description,
      headers: refer([...always, ...(answer.headers ?? [])]),
      ...contentOf(answer),
    }
  const codes = problemsOf(operation)
  for (const status of new Set(codes.map((code) => problemKind(code).status))) {
    const some = codes.filter((code) => problemKind(code).status === status)
    const words = some.map((code) => `\`${code}\`: ${problemKind(code).title}`).join(' ')
    const known = responses[status]
    responses[status] = {
      description: known ? `${known.description} Or a problem. ${words}` : words,
      headers: refer([...always, ...(status === 429 ? (['retry-after'] as const) : [])]),
      content: { ...known?.content, 'application/problem+json': { schema: narrow(problemSchema, some) } },
    }
  }
  return responses
}

function contentOf({ schema, mediaTypes }: Answer): { content: Content } | undefined {
  if (!schema && !mediaTypes) return undefined
  const types = mediaTypes ?? ['application/json']
  return {
    content: Object.fromEntries(types.map((type) => [type, schema ? { schema: toJsonSchema(schema) } : {}])),
  }
}

/** The schema of a problem with these codes. */
function narrow(schema: z.ZodMiniType, codes: readonly string[]): JsonSchema {
  return { allOf: [toJsonSchema(schema), { type: 'object', properties: { code: { enum: codes } } }] }
}

function refer(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
