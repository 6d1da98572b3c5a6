import { problem } from '@portico/protocol/gateway'
import type * as z from 'zod/mini'
import { type HeaderName, headers } from '../../../infra/http/openapi/headers.ts'
import type { Access, Answer, Operation } from '../../../infra/http/openapi/Operation.ts'
import { operationCost } from '../../../infra/http/openapi/routeCosts.ts'
import { problemKind } from '../../../infra/http/problems.ts'
import { componentSchemas, type JsonSchema, toJsonSchema } from './componentSchemas.ts'
import type { OperationGroup } from './groupOperations.ts'
import { problemsOf } from './problemsOf.ts'

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>
type Response = { description: string; headers?: Record<string, { $ref: string }>; content?: Content }

/** The part of an OpenAPI 3.1 document that this gateway uses. */
export type OpenApiDocument = {
  openapi: '3.1.0'
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>
  components: { schemas: Record<string, JsonSchema> } & Record<string, unknown>
} & Record<string, unknown>

/** Security requirements by access: a call must meet one entry of the list. */
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
    description: "The public ID of a project. Browsers may use it only on the project's allowed origins.",
  },
  projectIdHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-project-id',
    description: 'The public ID of a project in a header.',
  },
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A secret key of a project (`sk_…`), for servers.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The session token from POST /auth/v1/authenticate.',
  },
  streamTicket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description: 'A single-use ticket from POST /v1/stream/tickets.',
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
    description: '`DPoP` followed by the access token from POST /wallet/v1/sessions.',
  },
  relayToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A JWT signed with the key of the relay client.',
  },
  relayTokenQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'auth',
    description: 'The JWT of the relay client in the query.',
  },
}

const idempotencyKey = {
  in: 'header',
  name: 'idempotency-key',
  description:
    'Runs the request at most once in 24 hours: a repetition with the same key gets the first response.',
  schema: { type: 'string', maxLength: 255 },
}

/** Creates the OpenAPI 3.1.0 document from the operations of the modules and the schemas of the protocol package. */
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
        'JSON-RPC, balances, activity, NFTs, names and sign-in sessions on one server. Errors are problem details (RFC 9457); programs compare `code`. Later versions may add members to objects in responses. An unknown path returns 404 `not-found`, a known path with another method 405 `method-not-allowed`. The same description as a web page is at /docs.',
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
  const allParameters = [
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
    ...(allParameters.length > 0 ? { parameters: allParameters } : {}),
    ...(body ? { requestBody: describeBody(body) } : {}),
    responses: describeResponses(operation),
    'x-cost-units': operationCost(operation),
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
    operationCost(operation) > 0 ? ['x-request-id', 'ratelimit', 'ratelimit-policy'] : ['x-request-id']
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
    const description = some.map((code) => `\`${code}\`: ${problemKind(code).title}`).join(' ')
    const success = responses[status]
    responses[status] = {
      description: success ? `${success.description} Or a problem. ${description}` : description,
      headers: refer([...always, ...(status === 429 ? (['retry-after'] as const) : [])]),
      content: { ...success?.content, 'application/problem+json': { schema: narrow(problemSchema, some) } },
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

/** Returns the schema of a problem, restricted to these codes. */
function narrow(schema: z.ZodMiniType, codes: readonly string[]): JsonSchema {
  return { allOf: [toJsonSchema(schema), { type: 'object', properties: { code: { enum: codes } } }] }
}

function refer(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
